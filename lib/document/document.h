/* document.h - what a tr_document holds. */
#ifndef TR_DOCUMENT_H
#define TR_DOCUMENT_H

#include "document/readers.h"

struct tr_document {
    tr_document_options options;
    const tr_reader *reader;
    char encoding[64]; /* "": UTF-8 */
    tr_buf content;    /* in UTF-8, if the bytes are not */
    tr_doc doc;
    tr_buf scratch, out;
    tr_document_stats stats; /* of what tr_document_translate() did */
};

/* tr_document_put(), where a text that is the source's own is written, too. */
int tr_document_fill(tr_document *t, size_t i, const char *text, size_t text_len, tr_error *err);

#endif
