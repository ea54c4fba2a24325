/*
 * typography.h - marks of a text that only typography tells apart: dashes, ellipses, quotation
 * marks, hyphens.
 *
 * A translation has the marks of its source, where the model writes others; quotation marks are
 * straight if the source has straight ones, else as in the target's language; single ones stay
 * single.
 */
#ifndef TR_TYPOGRAPHY_H
#define TR_TYPOGRAPHY_H

#include <stddef.h>

#include "base/buf.h"
#include "language/language_data.h"

/* Appends text [len], which is the translation of a source, with the marks of the source.  offsets
 * [n], ascending, are of bytes of the text; each becomes the one of `out`. */
void tr_typography_write(const char *source, size_t source_len, const char *text, size_t len,
                         tr_quotes quotes, tr_buf *out, size_t *offsets, size_t n);

#endif
