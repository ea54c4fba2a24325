/* judge.h - whether a command took a fault well. */
#ifndef FAIL_JUDGE_H
#define FAIL_JUDGE_H

#include "fail/run.h"

/* What is wrong with what came of a fault; NULL: nothing.  `good`: what comes without one. */
const char *judge(const command *c, const outcome *o, const outcome *good, const fault_request *f);

/* The line at `at`, without its end; moves on. */
size_t next_line(const tr_buf *b, size_t *at, const char **line);

#endif
