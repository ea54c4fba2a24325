/* error.h - errors: how a library function says why it failed. */
#ifndef TR_ERROR_H
#define TR_ERROR_H

#include "translate.h"

/* Fills *err (which may be NULL) and returns `code`, so that a failing function ends in one line:
 *     return tr_fail(err, TR_EFORMAT, "...", ...); */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4), cold))
#endif
int tr_fail(tr_error *err, int code, const char *fmt, ...);

/* "out of memory", the only sentence that needs no names. */
int tr_fail_memory(tr_error *err);

#endif
