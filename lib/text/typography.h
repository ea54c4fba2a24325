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

/* The marks around a quotation, and around one within it or a word that is set apart, and the dash
 * between blanks for U+2014; UTF-8. */
typedef struct tr_quotes {
    const char *open, *close, *inner_open, *inner_close;
    const char *dash; /* NULL: a hyphen stays, which English has as often */
} tr_quotes;

/* The marks of a language (BCP 47), as CLDR has them; straight ones for English, and for others
 * that are not known. */
tr_quotes tr_quotes_of(const char *language);

/* Appends text [len], which is the translation of a source, with the marks of the source.  offsets
 * [n], ascending, are of bytes of the text; each becomes the one of `out`. */
void tr_typography_write(const char *source, size_t source_len, const char *text, size_t len,
                         tr_quotes quotes, tr_buf *out, size_t *offsets, size_t n);

#endif
