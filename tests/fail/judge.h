/* judge.h - whether a command took a fault well. */
#ifndef FAIL_JUDGE_H
#define FAIL_JUDGE_H

#include "fail/run.h"

/* Judges the outcome of a fault: returns its fault, or NULL.  `good` is the outcome without one. */
const char *judge(const command *c, const outcome *o, const outcome *good, const fault_request *f);

/* The line at `at`, without its end; moves on. */
size_t next_line(const tr_buf *b, size_t *at, const char **line);

#endif
