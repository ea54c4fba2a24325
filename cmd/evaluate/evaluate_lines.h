/* evaluate_lines.h - the scores of single lines. */
#ifndef EVALUATE_LINES_H
#define EVALUATE_LINES_H

#include <stdbool.h>

#include "console/output.h"
#include "evaluate/learned_metric.h"
#include "translate.h"

/* True if a set of metrics has one. */
static inline bool evaluate_wants(unsigned metrics, int metric)
{
    return metrics >> metric & 1;
}

/* Digits that a metric's scores are printed with behind the point. */
static inline int evaluate_digits(int metric)
{
    return metric_is_learned(metric) ? 4 : 2;
}

typedef struct evaluate_lines {
    unsigned metrics; /* as tr_evaluation_options has them */
    bool json;
    bool is_open;
    output out;
} evaluate_lines;

/* Opens standard output, and prints the head of the table.  `e` has no line yet.  0, or -1 after a
 * sentence. */
int evaluate_lines_open(evaluate_lines *l, const tr_evaluation *e);

/* Prints the scores of the line that was added last. */
void evaluate_lines_print(evaluate_lines *l, const tr_evaluation *e);
void evaluate_lines_close(evaluate_lines *l);

#endif
