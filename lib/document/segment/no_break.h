/* no_break.h - numbers that no line break parts from what they measure. */
#ifndef TR_NO_BREAK_H
#define TR_NO_BREAK_H

#include "base/buf.h"

/* Where a number of text [len] has a no-break space after it, the same number of its translation
 * `tagged` (tagged.h) has it instead of a blank. */
void tr_no_break_keep(const char *text, size_t len, tr_buf *tagged);

#endif
