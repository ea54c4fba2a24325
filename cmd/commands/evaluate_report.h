/* evaluate_report.h - the report of `translate evaluate`. */
#ifndef EVALUATE_REPORT_H
#define EVALUATE_REPORT_H

#include "translate.h"

typedef struct evaluate_report {
    const tr_evaluation *system, *baseline; /* baseline: NULL for none */
    unsigned metrics;                       /* as tr_evaluation_options has them */
    size_t n_samples;
    uint64_t seed;
} evaluate_report;

/* 0, or -1 after a sentence. */
int evaluate_report_text(const evaluate_report *r);
int evaluate_report_json(const evaluate_report *r);

#endif
