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

#endif
