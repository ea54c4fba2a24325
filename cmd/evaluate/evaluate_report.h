/* evaluate_report.h - the report of `translate evaluate`. */
#ifndef EVALUATE_REPORT_H
#define EVALUATE_REPORT_H

#include "translate.h"

typedef struct evaluated_system {
    const char *name; /* of the file */
    const tr_evaluation *evaluation;
} evaluated_system;

typedef struct evaluate_report {
    const evaluated_system *systems; /* [n_systems], at least one */
    size_t n_systems;
    const tr_evaluation *baseline; /* NULL for none */
    unsigned metrics;              /* as tr_evaluation_options has them */
    size_t n_samples;
    uint64_t seed;
} evaluate_report;

/* 0, or -1 after a sentence. */
int evaluate_report_text(const evaluate_report *r);
int evaluate_report_json(const evaluate_report *r);

#endif
