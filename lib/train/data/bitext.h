/*
 * bitext.h - the text that a network learns from: sentence pairs, checked, counted, cut into
 * pieces, and drawn in an order that depends on nothing but a seed.
 *
 * A text is read once, also from a pipe.  Its good lines go to a file without a name beside the
 * output, their ids to another, which is mapped: memory does not grow with the text but for 16 to
 * 32 bytes a line, by which repeated lines are known while it is read.
 */
#ifndef TR_BITEXT_H
#define TR_BITEXT_H

#include "base/buf.h"
#include "text/normalize.h"
#include "text/spm.h"
#include "train/data/encoded.h"
#include "train/data/pair_filter.h"
#include "train/data/mixture.h"

typedef struct tr_bitext tr_bitext;

enum { TR_FAULTY_LINES_NAMED = 5 };

typedef struct tr_bitext_counts {
    uint64_t n_read, n_kept;
    uint64_t fault[TR_PAIR_FAULTS];
    uint64_t first[TR_PAIR_FAULTS]
                  [TR_FAULTY_LINES_NAMED]; /* the first lines of each kind, from 1 */
    uint64_t source_pieces, target_pieces; /* of the training pairs, with </s> */
} tr_bitext_counts;

typedef struct tr_bitext_options {
    const char *path;   /* lines SOURCE<TAB>TARGET[<TAB>PART]; "-" is standard input */
    FILE *stream;       /* NULL, or what is read in place of `path`, from its beginning */
    const char *target; /* NULL, or the target's file: `path` has a sentence a line then */
    const char *mix;    /* NULL, or the mixture's file */
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

/* How text becomes pieces. */
typedef struct tr_bitext_tokens {
    tr_normalizer *normalize; /* of both sides, before; NULL: text stays as it is */
    const tr_spm *spm;
    int32_t eos;
} tr_bitext_tokens;

/* Cuts all pairs into pieces, </s> (`eos`) at the end of each side, and in marked parts the piece
 * <0x01> before the source, which no text has.  Pairs with a side of more than `limit` pieces are
 * left out.  `held_out` pairs or a little more or less, whole groups of equal
 * sources, go to the development text. */
int tr_bitext_encode(tr_bitext *b, const tr_bitext_tokens *tokens, size_t limit, size_t held_out,
                     tr_error *err);

/* Of all ids and the mixture: what a checkpoint was made from. */
uint64_t tr_bitext_digest(const tr_bitext *b);

size_t tr_bitext_n_held_out(const tr_bitext *b);
tr_pair tr_bitext_held_out(const tr_bitext *b, size_t i);

/* Appends the text of held-out pair i. */
int tr_bitext_held_out_text(const tr_bitext *b, size_t i, tr_buf *source, tr_buf *target,
                            tr_error *err);

/* ---- Training pairs ---- */

/* take(ctx, source, target, err) for the text of each pair, as long as it returns 0: that, or what
 * it returned last, or an error.  Before tr_bitext_encode() no pair is held out. */
typedef int tr_bitext_take(void *ctx, tr_string source, tr_string target, tr_error *err);
int tr_bitext_each(tr_bitext *b, tr_bitext_take *take, void *ctx, tr_error *err);

uint64_t tr_bitext_n_pairs(const tr_bitext *b);

/* The next pair in the mixture's order.  There is one. */
tr_pair tr_bitext_draw(const tr_bitext *b, tr_mixture_order *order);

#endif
