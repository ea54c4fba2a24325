/*
 * code_runs.h - runs of code in running text: words beside each other of which none is of a
 * language, so that no translation parts them or puts them in another order.
 *
 * Formulas (3 + 4 = 7, A ∩ B, x == y), lines of digits and stars (11 1 * * *), digits in groups
 * that are no number (0 0 1 -1, 0800 518 5072), bytes (4d 5a 90 00), and codes one after the other
 * (205/55 R17 91V, DE 10 2004 012 345 A1, XII ZR 33/351).
 */
#ifndef TR_CODE_RUNS_H
#define TR_CODE_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Finds the first run of text [from, len), valid UTF-8; false if there is none. */
bool tr_code_run_next(const char *text, size_t len, size_t from, tr_span *run);

#endif
