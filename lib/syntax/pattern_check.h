/* pattern_check.h - faults of a pattern. */
#ifndef TR_PATTERN_CHECK_H
#define TR_PATTERN_CHECK_H

#include "base/error.h"
#include "syntax/pattern.h"

/* TR_EFORMAT for what is no pattern: a sentence that says why.  Patterns without fault, whose
 * definitions have none, end in finite time, and no byte behind their NUL is read. */
int tr_pattern_check(const char *pattern, const tr_definitions *defined, tr_error *err);

#endif
