/* markdown_outline.h - the leaf blocks of a document of Markdown that may have a translation beside
 * them. */
#ifndef TR_MARKDOWN_OUTLINE_H
#define TR_MARKDOWN_OUTLINE_H

#include "document/masks/markdown_masks.h"
#include "document/segment/content.h"

enum tr_md_leaf_kind {
    TR_MD_PARAGRAPH,
    TR_MD_HEADING,
    TR_MD_CELL,
    TR_MD_ITEM, /* of a list without blank lines: the text right in it */
    TR_MD_HTML
};

typedef struct tr_md_leaf {
    enum tr_md_leaf_kind kind;
    tr_span text;   /* bytes of the document, from its first text to its last */
    bool has_words; /* beside pictures */
    size_t n_items; /* of lists that it is in */
} tr_md_leaf;

typedef struct tr_md_outline {
    const tr_content *content;
    tr_masks masks;
    tr_md_leaf *list; /* [n] */
    size_t n, capacity;
    tr_md_leaf now; /* the one that is read; its text is empty until it has any */
    size_t n_pictures;
    bool failed;
} tr_md_outline;

/* Reads a document that was read before; without md4c there are none. */
void tr_md_outline_read(tr_md_outline *o, const tr_content *d);
/* Drops the blocks of HTML. */
void tr_md_outline_drop_html(tr_md_outline *o);
void tr_md_outline_free(tr_md_outline *o);

#endif
