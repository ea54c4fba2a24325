/*
 * markdown_masks.h - masks over what md4c must not read as Markdown, and the text that it reads in
 * the place of the document.
 */
#ifndef TR_MARKDOWN_MASKS_H
#define TR_MARKDOWN_MASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum tr_mask_kind {
    TR_MASK_ATOM,  /* in a sentence: $x$, [^1], {{name}} */
    TR_MASK_POINT, /* {#name} after a heading */
    TR_MASK_LINE,  /* no sentence goes across it */
    TR_MASK_OPEN,  /* "==", "^^", "[[page|": up to TR_MASK_CLOSE */
    TR_MASK_CLOSE,
    TR_MASK_NOTE, /* "^[": up to TR_MASK_NOTE_END, which is the next of its kind */
    TR_MASK_NOTE_END
};

/* There may be a mask for every three bytes of a document, which has 2^28 at most. */
typedef struct tr_mask {
    uint32_t begin;
    uint32_t len : 29, kind : 3;
} tr_mask;

typedef struct tr_masks {
    tr_mask *list; /* [n], in order, disjoint */
    size_t n, capacity;
    char *text; /* [size] the document with letters in their place, and rows of dashes below the
                   heads of tables that are at least three long, as md4c wants them; heads of
                   their own for rows that are far narrower than the head above them */
    size_t size;
    struct tr_shift *shifts; /* [n_shifts] where something was added */
    size_t n_shifts, shifts_capacity;
    uint32_t *parts; /* [n_parts] where lines begin that get a blank one before them, in order */
    size_t n_parts, parts_capacity;
    size_t n_left;   /* paragraphs and rows that are not read: they have too many marks or cells */
    size_t n_passed; /* tables that stay */
    size_t begin;    /* of the Markdown, in both: after a byte-order mark and the front matter */
    bool jsx;        /* it is MDX: expressions in braces, tags of JSX */
    size_t searched; /* bytes that were searched for its ends in vain */
    size_t open;     /* up to where an expression goes that began in a line before */
    size_t note;     /* where the note ends that began last */
    tr_span front;   /* the front matter's lines */
    bool toml;       /* they are TOML, not YAML */
    bool failed;     /* out of memory: what was to be added last is not there */
} tr_masks;

static inline tr_span tr_mask_at(const tr_mask *m)
{
    return (tr_span){m->begin, (size_t)m->begin + m->len};
}

/* Adds a mask behind all others. */
void tr_masks_append(tr_masks *m, enum tr_mask_kind kind, size_t begin, size_t end);
/* Adds a mask, and puts letters in the place of its text. */
void tr_masks_add(tr_masks *m, enum tr_mask_kind kind, size_t begin, size_t end);

/* Parts the line that begins at byte `at` from the one before, if none behind it is parted. */
void tr_masks_part(tr_masks *m, size_t at);

/* From byte `at` of the text on, it is `by` bytes ahead of the document. */
void tr_masks_shift(tr_masks *m, size_t at, size_t by);

/* Returns the byte of the document that byte `at` of the text stands for. */
size_t tr_masks_place(const tr_masks *m, size_t at);

/* Where text [size] stands in the masks' text; empty if it does not. */
tr_span tr_masks_find(const tr_masks *m, const char *text, size_t size);

void tr_masks_free(tr_masks *m);

#endif
