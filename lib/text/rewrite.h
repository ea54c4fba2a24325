/*
 * rewrite.h - a text made from another one, and which bytes came from which.
 *
 * Text that is written in order is either kept, byte for byte, or noted as an edit.
 */
#ifndef TR_REWRITE_H
#define TR_REWRITE_H

#include "base/buf.h"

/* A stretch that was rewritten; between two of them, bytes correspond one by one. */
typedef struct tr_edit {
    size_t old_begin, old_end, new_begin, new_end;
} tr_edit;

typedef struct tr_rewrite {
    tr_buf text;    /* what became of the old text; text.failed: out of memory */
    tr_edit *edits; /* ascending */
    size_t n, capacity;
} tr_rewrite;

void tr_rewrite_free(tr_rewrite *r);

/* Notes that old bytes [begin, end) became what stands in r->text from `new_begin` on. */
void tr_rewrite_note(tr_rewrite *r, size_t begin, size_t end, size_t new_begin);

/* Old bytes [begin, end) become `text` [len]. */
void tr_rewrite_put(tr_rewrite *r, size_t begin, size_t end, const char *text, size_t len);

/* Where the stretch that holds byte `at` of the new text begins in the old one. */
size_t tr_rewrite_old_begin(const tr_rewrite *r, size_t at);
/* Where the stretch that holds byte `at` - 1 of the new text ends in the old one. */
size_t tr_rewrite_old_end(const tr_rewrite *r, size_t at);

#endif
