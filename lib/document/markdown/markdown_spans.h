/*
 * markdown_spans.h - the bytes of emphasis, links, code and tags in a block of Markdown.
 *
 * md4c reports spans and texts in order, with the bytes of the texts, but without the bytes of the
 * marks around them.  The marks are found here: the bytes between two texts have to be the marks of
 * the spans that md4c reported, one after the other.
 */
#ifndef TR_MARKDOWN_SPANS_H
#define TR_MARKDOWN_SPANS_H

#include <stdbool.h>

#include "base/span.h"

enum tr_md_kind {
    TR_MD_TEXT,
    TR_MD_ENTITY,
    TR_MD_HTML,
    TR_MD_SOFT_BREAK,
    TR_MD_HARD_BREAK,
    TR_MD_OPEN,
    TR_MD_CLOSE,
    TR_MD_ATOM, /* code, an address in angle brackets, a link whose text is a label of one word */
    TR_MD_IMAGE
};

enum tr_md_span {
    TR_MD_EMPHASIS,
    TR_MD_STRONG,
    TR_MD_STRUCK,
    TR_MD_LINK,
    TR_MD_PICTURE,
    TR_MD_CODE
};

/* An event of md4c: text, an entity or HTML at bytes `text`, a break, the start or end of a span.
 */
typedef struct tr_md_item {
    enum tr_md_kind kind;
    enum tr_md_span span;
    tr_span text; /* empty: not in the document */
} tr_md_item;

/* Bytes `raw` of the token, which follow on each other. */
typedef struct tr_md_token {
    enum tr_md_kind kind;
    enum tr_md_span span;
    tr_span raw;
    tr_span text;  /* of text; of an image: its description, empty if that is more than text */
    tr_span title; /* of a link's end and of an image, without its quotes */
    bool by_label; /* the end of a link whose address stands elsewhere: "]", "][]", "][label]" */
} tr_md_token;

/* Finds the tokens [*n_tokens <= n] of items [n] in a document [size].  False if they do not fit
 * together; there are none if no item is text.  *searched counts bytes that were searched in vain
 * in all blocks so far, 0 at first. */
bool tr_md_place(const char *document, size_t size, const tr_md_item *items, size_t n,
                 tr_md_token *tokens, size_t *n_tokens, size_t *searched);

#endif
