/* po_limit.h - how long translations of gettext's catalogues may be: the flags "max-length:40" and
 * "max-size:300" (pixels), as Weblate has them. */
#ifndef TR_PO_LIMIT_H
#define TR_PO_LIMIT_H

#include <stddef.h>

#include "base/span.h"

/* The most characters that a comment of flags in `text` says, "#, c-format, max-length:40";
 * TR_OTHER_MEASURE for a limit in pixels; 0: none. */
size_t tr_po_limit_read(const char *text, tr_span comment);

/* Characters that strings [len] stand for, which are written in quotes, one after the other. */
size_t tr_po_length(const char *text, size_t len);

#endif
