/* dialect.h - expressions as Oniguruma reads them, which tokenizers are written for. */
#ifndef TR_DIALECT_H
#define TR_DIALECT_H

#include <stdbool.h>

#include "base/buf.h"

/* Appends to *out what PCRE2 reads as Oniguruma reads `pattern`.  False for sets within sets, which
 * PCRE2 lacks. */
bool tr_dialect_translate(const char *pattern, tr_buf *out);

#endif
