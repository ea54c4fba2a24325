/*
 * stand_ins.h - words that a model copies, in the place of placeholders that it may not copy.
 *
 * "Copied %d files to %s." becomes "Copied XQ1 files to XQ2.", and in what that is translated to
 * the stand-ins become the placeholders again.
 */
#ifndef TR_STAND_INS_H
#define TR_STAND_INS_H

#include "base/buf.h"
#include "base/region.h"
#include "base/span.h"
#include "text/notation.h"
#include "translate.h"

enum { TR_MAX_STAND_INS = 99 };

typedef struct tr_stand_in {
    tr_span source; /* the placeholder, or whatever is protected (protected.h) */
    tr_span text;   /* the word in its place, in the text with stand-ins */
    char word[8];
    tr_string written; /* what comes back: as it was, but amounts in the target's notation */
} tr_stand_in;

typedef struct tr_stand_ins {
    tr_stand_in *list; /* [n], in order */
    size_t n;
} tr_stand_ins;

/* How amounts are written, in the source and in its translation. */
typedef struct tr_notations {
    tr_notation from, to;
} tr_notations;

/* Appends a part of the source to `text` with stand-ins for what is protected in it, [n] in order.
 * The list is the region's; it is empty if nothing is protected, or more than TR_MAX_STAND_INS.
 * False when out of memory. */
bool tr_stand_ins_make(tr_stand_ins *s, const char *source, tr_span part, const tr_span *protected,
                       size_t n, const tr_notations *notations, tr_buf *text, tr_region *region);

/* Where the byte of the source is that byte `at` of the text with stand-ins came from; `begin` is
 * where that text begins in the source.  Within a stand-in, it is the placeholder's first byte, or
 * with `ends` the byte after it. */
size_t tr_stand_ins_source(const tr_stand_ins *s, size_t begin, size_t at, bool ends);

/* The stand-ins of text [begin, end), with no copy. */
tr_stand_ins tr_stand_ins_within(const tr_stand_ins *s, size_t begin, size_t end);

/* Appends text [len] to `out` with what comes back for its stand-ins.  offsets [n],
 * ascending, are of bytes of text; each becomes the one of `out`. */
void tr_stand_ins_restore(const tr_stand_ins *s, const char *text, size_t len, tr_buf *out,
                          size_t *offsets, size_t n);

#endif
