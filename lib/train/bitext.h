/*
 * bitext.h - the text that a network learns from: sentence pairs, checked, counted, cut into
 * pieces, and drawn in an order that depends on nothing but a seed.
 *
 * A text is read once, also from a pipe.  Its good lines go to a file without a name beside the
 * output, their ids to another, which is mapped: memory does not grow with the text but for eight
 * bytes a line, by which repeated lines are known.
 */
#ifndef TR_BITEXT_H
#define TR_BITEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "text/spm.h"

typedef struct tr_bitext tr_bitext;

/* Why lines are left out. */
enum tr_line_fault {
    TR_LINE_NO_TAB,
    TR_LINE_NOT_UTF8,
    TR_LINE_BLANK, /* a side has no text */
    TR_LINE_EQUAL, /* both sides are the same */
    TR_LINE_RATIO, /* one side has more than three times the other's characters, and over ten */
    TR_LINE_WORDS, /* a side has more than 250 words */
    TR_LINE_REPEATED,
    TR_LINE_NOT_MIXED, /* its part is not in the mixture */
    TR_LINE_PIECES,    /* a side has more pieces than the limit; counted by tr_bitext_encode() */
    TR_LINE_FAULTS
};

typedef struct tr_bitext_counts {
    uint64_t n_read, n_kept;
    uint64_t fault[TR_LINE_FAULTS];
    uint64_t first[TR_LINE_FAULTS];        /* the first line of each kind, from 1 */
    uint64_t source_pieces, target_pieces; /* of the training pairs, with </s> */
} tr_bitext_counts;

/* A few words each, as in "12 repeated". */
const char *tr_line_fault_name(int fault);

typedef struct tr_bitext_options {
    const char *path;   /* lines SOURCE<TAB>TARGET[<TAB>PART]; "-" is standard input */
    const char *target; /* NULL, or the target's file: `path` has a sentence a line then */
    const char *mix;    /* NULL, or lines PART COPIES; parts that are not listed are left out */
    const char *beside; /* where files without a name go: a path in that folder */
    bool exchange;      /* target and source change places */
    bool keep_repeated; /* development text */
} tr_bitext_options;

/* Reads and checks all lines.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_bitext_read(tr_bitext **b, const tr_bitext_options *options, tr_error *err);
void tr_bitext_free(tr_bitext *b); /* NULL is allowed */
const tr_bitext_counts *tr_bitext_count(const tr_bitext *b);

/* A SentencePiece model of both sides, from at most a million sentences: `vocab` pieces, or as many
 * as a small text has. */
int tr_bitext_vocabulary(tr_bitext *b, size_t vocab, char **model, size_t *size, tr_error *err);

/* Cuts all pairs into pieces, </s> (`eos`) at the end of each side.  Pairs with a side of more than
 * `limit` pieces are left out.  `held_out` pairs or a little more or less, whole groups of equal
 * sources, go to the development text. */
int tr_bitext_encode(tr_bitext *b, const tr_spm *spm, int32_t eos, size_t limit, size_t held_out,
                     tr_error *err);

/* FNV-1a of all ids: what a checkpoint was made from. */
uint64_t tr_bitext_digest(const tr_bitext *b);

/* A pair's ids; they live as long as the text. */
typedef struct tr_pair {
    const uint16_t *source, *target;
    size_t n_source, n_target;
} tr_pair;

size_t tr_bitext_n_held_out(const tr_bitext *b);
tr_pair tr_bitext_held_out(const tr_bitext *b, size_t i);

/* Appends the text of held-out pair i. */
int tr_bitext_held_out_text(const tr_bitext *b, size_t i, tr_buf *source, tr_buf *target,
                            tr_error *err);

/* ---- The order of training pairs ---- */

enum { TR_PARTS_MOST = 64 };

/* How many pairs were drawn from each part: all that has to be kept. */
typedef struct tr_order {
    uint64_t seed;
    uint64_t drawn[TR_PARTS_MOST], all;
} tr_order;

size_t tr_bitext_n_parts(const tr_bitext *b);
uint64_t tr_bitext_n_pairs(const tr_bitext *b);

/* The next pair: of the part that has had the least of its share, and within it by a permutation
 * that the seed, the part and the round decide (a Feistel network over its numbers). */
tr_pair tr_bitext_draw(const tr_bitext *b, tr_order *order);

#endif
