/*
 * stand_ins.h - words that a model copies, in the place of text that it may not copy (protected.h).
 *
 * "Copied %d files to %s." becomes "Copied AB12 files to CD34.", and in what that is translated to
 * the stand-ins become the placeholders again.
 */
#ifndef TR_STAND_INS_H
#define TR_STAND_INS_H

#include "base/buf.h"
#include "base/region.h"
#include "base/span.h"
#include "input/protected.h"
#include "text/numbers/notation.h"
#include "translate.h"

enum { TR_MAX_STAND_INS = 8 }; /* in a text: models hardly copy as many */

/* What is replaced, and by which words. */
enum tr_stand_in_round {
    TR_ROUND_HARD,  /* what the model cannot be trusted to copy */
    TR_ROUND_ALL,   /* all that is protected */
    TR_ROUND_OTHERS /* all that is protected, by other words */
};

typedef struct tr_stand_in {
    tr_span source;   /* what is protected */
    tr_span text;     /* the word in its place, in the text with stand-ins, and a blank before it */
    const char *word; /* of capitals and digits, or a number of two digits */
    tr_string written; /* what comes back: as it was, but numbers in the target's notation */
    bool is_number;
    bool is_reading;      /* the word alone is read: nothing comes back */
    bool is_name;         /* its translation comes back */
    bool is_bracket;      /* it is one of a quotation mark, for which the bracket is written */
    bool is_tight;        /* it touches the word before it, from which a blank parts the stand-in */
    bool is_tight_behind; /* it touches the word behind it */
} tr_stand_in;

typedef struct tr_stand_ins {
    tr_stand_in *list; /* [n], in order */
    size_t n;
    bool lacks; /* there were not enough words: the rest is as in the source */
} tr_stand_ins;

/* How amounts are written, in the source and in its translation. */
typedef struct tr_notations {
    tr_notation from, to;
} tr_notations;

/* How many of protected [n] have stand-ins, and whether any has, or is read as something else. */
size_t tr_stand_ins_count(const tr_protected_text *protected, size_t n,
                          enum tr_stand_in_round round);
bool tr_stand_ins_any(const tr_protected_text *protected, size_t n, enum tr_stand_in_round round);

/* Appends a part of the source to `text` with stand-ins for what is protected in it, [n] in order,
 * and is replaced in that round.  The list is the region's.  False when out of memory. */
bool tr_stand_ins_make(tr_stand_ins *s, const char *source, tr_span part,
                       const tr_protected_text *protected, size_t n, enum tr_stand_in_round round,
                       const tr_notations *notations, tr_buf *text, tr_region *region);

/* Where the byte of the source is that byte `at` of the text with stand-ins came from; `begin` is
 * where that text begins in the source.  Within a stand-in, it is the placeholder's first byte, or
 * with `ends` the byte after it. */
size_t tr_stand_ins_source(const tr_stand_ins *s, size_t begin, size_t at, bool ends);

/* The stand-ins of text [begin, end), with no copy. */
tr_stand_ins tr_stand_ins_within(const tr_stand_ins *s, size_t begin, size_t end);

/* True if a translation, text [len], has each stand-in once, and no part of one beside them. */
bool tr_stand_ins_agree(const tr_stand_ins *s, const char *text, size_t len);

/* The first stand-in in text [len] from byte *at on, which becomes where it stands; NULL if there
 * is none. */
const tr_stand_in *tr_stand_ins_next(const tr_stand_ins *s, const char *text, size_t *at,
                                     size_t len);

/* True if a bracket that is read as a quotation mark is among them. */
bool tr_stand_ins_any_bracket(const tr_stand_ins *s);

/* True if a translation has a letter beside stand-ins. */
bool tr_stand_ins_have_words(const tr_stand_ins *s, const char *text, size_t len);

/* Appends text [len] to `out` with what comes back for its stand-ins.  offsets [n],
 * ascending, are of bytes of text; each becomes the one of `out`. */
void tr_stand_ins_restore(const tr_stand_ins *s, const char *text, size_t len, tr_buf *out,
                          size_t *offsets, size_t n);

#endif
