/* markdown_pandoc.h - what Pandoc reads at the beginning of a line, which depends on lines around
 * it: the title, captions of tables, lines after bars, items, definitions after a tilde. */
#ifndef TR_MARKDOWN_PANDOC_H
#define TR_MARKDOWN_PANDOC_H

#include "document/masks/markdown_line.h"

/* Goes through a text line by line; {.empty = true} at first. */
typedef struct tr_md_pandoc {
    bool empty, table; /* the line before; the last one that is not empty is a table's */
    bool term, tilde;  /* the line before begins a block; it is a definition */
    size_t bars;       /* where the lines after bars end */
    bool item;         /* an item of Pandoc's is before, "(@a) " or "#. " */
    size_t n_titles;   /* lines of the title at the beginning */
    bool parts;        /* the line at hand goes on with no sentence of the line before it */
} tr_md_pandoc;

/* Takes a line of text [size]; returns the bytes of what stands at its beginning, 0: nothing. */
size_t tr_md_pandoc_take(tr_md_pandoc *s, const char *t, size_t size, const tr_md_line *l);

#endif
