/* judge.h - whether a command took a fault well. */
#ifndef FAIL_JUDGE_H
#define FAIL_JUDGE_H

#include "fail/run.h"

/* Judges the outcome of a fault: returns its fault, or NULL.  `good` is the outcome without one. */
const char *judge(const command *c, const outcome *o, const outcome *good, const fault_request *f);

/* Where the first sentence begins that a run without a fault does not say; the end if none does. */
size_t find_sentence(const outcome *o, const outcome *good);

/* The line at `at`, without its end; moves on. */
size_t next_line(const tr_buf *b, size_t *at, const char **line);

#endif
