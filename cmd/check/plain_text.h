/* plain_text.h - a text as a model reads it: without tags and marks, with the places it comes from.
 */
#ifndef PLAIN_TEXT_H
#define PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

typedef struct plain_text {
    char *text; /* [len], valid UTF-8 */
    size_t len;
    size_t *origin; /* [len + 1]: the byte of the original that each comes from */
    tr_span *kept;  /* [n_kept] of `text`, in order: addresses, codes, placeholders, numbers */
    size_t n_kept;
} plain_text;

/* Reads text [len].  `marked`: it is of a segment of a document, with marks as <1> and "&lt;". */
plain_text plain_text_read(const char *text, size_t len, bool marked);
void plain_text_free(plain_text *p);

/* True if a byte of the span stays as it is. */
bool plain_text_is_kept(const plain_text *p, tr_span at);

/* Where a span of the plain text is in the original. */
tr_span plain_text_origin(const plain_text *p, tr_span at);

#endif
