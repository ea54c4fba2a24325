/*
 * typography.h - marks of a text that only typography tells apart: dashes, ellipses, quotation
 * marks, hyphens.
 *
 * A translation has the marks of its source, where the model writes others; quotation marks are
 * straight if the source has straight ones, else as in the target's language; single ones stay
 * single.  Brackets of other scripts are quotation marks that stay as they are, where they are
 * asked for.
 */
#ifndef TR_TYPOGRAPHY_H
#define TR_TYPOGRAPHY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "language/language_data.h"
#include "translate.h"

/* Appends a text, which is the translation of a source, with the marks of the source; `brackets`:
 * and with its brackets for quotation marks, if there are as many.  offsets [n], ascending, are of
 * bytes of the text; each becomes the one of `out`. */
void tr_typography_write(tr_string source, bool brackets, tr_string text, tr_quotes quotes,
                         tr_buf *out, size_t *offsets, size_t n);

#endif
