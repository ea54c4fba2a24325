/* visible.h - text that goes out as it came, less what would command a terminal. */
#ifndef TR_VISIBLE_H
#define TR_VISIBLE_H

#include "base/buf.h"

/* Appends text less its control characters, but for white space, and for colours and styles of
 * terminals (ECMA-48: ESC, "[", digits, ";" and ":", "m"), which change nothing else. */
void tr_visible_add(tr_buf *out, const char *text, size_t len);

#endif
