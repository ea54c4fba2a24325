/* markdown_write.h - escapes of Markdown: plain text is written so that none of it is markup. */
#ifndef TR_MARKDOWN_WRITE_H
#define TR_MARKDOWN_WRITE_H

#include "document/segment/wrap.h"

/* A segment's `extra`, where its writing is tr_markdown_text. */
typedef struct tr_md_place_of_text {
    tr_wrap wrap; /* first: tr_wrap_finish() takes it */
    bool is_cell; /* of a table */
    bool is_jsx;  /* of MDX */
} tr_md_place_of_text;

/* Text of a block; of a note within a sentence; what stands for an image; titles in "", '' and ().
 */
extern const tr_writing tr_markdown_text, tr_markdown_note, tr_markdown_label, tr_markdown_double,
    tr_markdown_single, tr_markdown_round;

/* Appends text [len] between quotes without its escapes and references. */
void tr_markdown_decode(const char *text, size_t len, tr_buf *out);

#endif
