/*
 * merges.h - byte-pair encoding: symbols of a word, two beside each other joined again and again.
 *
 * Merges are numbered by their rank: of all pairs that a word has, the pairs of the lowest are
 * joined first, all of them, from left to right (Sennrich et al. 2016).
 */
#ifndef TR_MERGES_H
#define TR_MERGES_H

#include "base/buf.h"
#include "text/pieces.h"

typedef struct tr_merges {
    const tr_pieces *pairs; /* "left right", by rank */
    const char *between;    /* left and right, " " by default */
    size_t longest;         /* bytes of the longest pair */
} tr_merges;

/* A part of a word. */
typedef struct tr_symbol {
    int32_t previous, next; /* -1: none */
    size_t begin, len;      /* len 0: it was joined to the one before it */
} tr_symbol;

struct tr_candidate;

/* Symbols of a word, and what joining them needs: made of {0}, used for one word after the other.
 */
typedef struct tr_joining {
    tr_symbol *symbols; /* [n] */
    size_t n, symbols_capacity;
    struct tr_candidate *heap; /* [n_heap]: the pair to be joined first at its root */
    size_t n_heap, heap_capacity;
    struct tr_candidate *round; /* [n_round]: pairs of one rank */
    size_t n_round, round_capacity;
    tr_buf pair;
    bool failed; /* out of memory */
} tr_joining;

/* Which symbols beside each other are joined; the lowest rank comes first. */
typedef struct tr_join_rule {
    /* False: they never are. */
    bool (*rank)(const void *state, tr_joining *j, const char *word, const tr_symbol *left,
                 const tr_symbol *right, double *rank);
    const void *state;
    bool by_rounds; /* all pairs of a rank before what they make of their neighbours */
} tr_join_rule;

/* The pairs must outlive *m. */
void tr_merges_init(tr_merges *m, const tr_pieces *pairs);

/* A new word without symbols; then its symbols in order, each right after the one before. */
void tr_joining_begin(tr_joining *j);
void tr_joining_add(tr_joining *j, size_t begin, size_t len);

/* Joins the symbols of `word`, to which they refer.  Afterwards `next` leads from the first to all
 * others.  Takes n log n steps. */
void tr_joining_run(tr_joining *j, const tr_join_rule *rule, const char *word);

/* Joins the symbols of `word` by merges, in rounds. */
void tr_merges_join(const tr_merges *m, const char *word, tr_joining *j);

/* Joins them without rounds: of the pairs that there are, the first of the lowest rank, and so on.
 */
void tr_merges_join_first(const tr_merges *m, const char *word, tr_joining *j);

void tr_joining_free(tr_joining *j);

#endif
