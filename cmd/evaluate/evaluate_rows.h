/*
 * evaluate_rows.h - rows of lines: what was translated, its translations, and the references.
 *
 * Learned metrics judge some rows together, which is faster; then each row is added to what its
 * translations are evaluated by.
 */
#ifndef EVALUATE_ROWS_H
#define EVALUATE_ROWS_H

#include "evaluate/evaluate_lines.h"
#include "evaluate/learned_metric.h"
#include "evaluate/line_block.h"

enum { N_LEARNED = 2 };

/* Starts out as zeros; what the caller fills in stands first. */
typedef struct evaluate_rows {
    size_t n_systems, n_references;
    tr_evaluation **evaluations; /* [n_systems], until the rows are closed */
    evaluate_lines *per_line;    /* of the first system; NULL: not asked for */

    learned_metric learned[N_LEARNED];             /* from TR_COMET on; zeros: not wanted */
    line_block block;                              /* source, systems, references */
    tr_string *texts;                              /* [n_references] of a row */
    size_t n_added, first_repaired, last_repaired; /* numbers of rows, from 1; 0 = none */
    size_t n_repaired;
} evaluate_rows;

/* Opens the learned ones of metrics, as tr_evaluation_options has them, and signs them in *o, which
 * needs *r as long.  0, or -1 after a sentence. */
int evaluate_rows_open(evaluate_rows *r, unsigned metrics, const text_list *models, int threads,
                       tr_evaluation_options *o);
void evaluate_rows_close(evaluate_rows *r);

/* The next text: of a row, the source, all systems and all references. */
void evaluate_rows_put(evaluate_rows *r, tr_string text);

/* Adds the rows that are complete, if there are enough, or if it is the end.  0, or -1 after a
 * sentence. */
int evaluate_rows_add(evaluate_rows *r, bool is_end);

#endif
