/*
 * bitext.h - bitext to train on: sentence pairs, filtered, counted, cut into pieces, and drawn in
 * an order that depends on a seed alone.
 *
 * A text is read once, so that it may be a pipe.  Its good lines go to an unnamed file beside the
 * output, their ids to another, which is mapped: memory does not grow with the text but for 16 to
 * 32 bytes a line, by which repeated lines are known while it is read.
 */
#ifndef TR_BITEXT_H
#define TR_BITEXT_H

#include "base/buf.h"
#include "text/normalize.h"
#include "text/spm.h"
#include "train/data/encoded.h"
#include "train/data/mixture.h"
#include "train/data/pair_filter.h"

typedef struct tr_bitext tr_bitext;

enum { TR_FAULTY_LINES_NAMED = 5 };

typedef struct tr_bitext_counts {
    uint64_t n_read, n_kept;
    uint64_t fault[TR_PAIR_FAULTS];
    uint64_t first[TR_PAIR_FAULTS][TR_FAULTY_LINES_NAMED]; /* first lines with a fault, from 1 */
    uint64_t source_pieces, target_pieces;                 /* of the training pairs, with </s> */
} tr_bitext_counts;

typedef struct tr_bitext_options {
    const char *path;   /* lines SOURCE<TAB>TARGET[<TAB>PART]; "-" is standard input */
    FILE *stream;       /* NULL, or a file that is read in place of `path`, from its beginning */
    const char *target; /* NULL, or the file of targets: `path` then has sources alone */
    const char *mix;    /* NULL, or the mixture's file */
    const char *beside; /* a path in the folder where unnamed files go */
    bool exchange;      /* the target comes first */
    bool keep_repeated; /* for held-out text */
} tr_bitext_options;

/* Reads and checks all lines.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_bitext_read(tr_bitext **b, const tr_bitext_options *options, tr_error *err);
void tr_bitext_free(tr_bitext *b); /* NULL is allowed */
const tr_bitext_counts *tr_bitext_count(const tr_bitext *b);

/* The median of target / source, in characters, of all lines that have no other fault. */
double tr_bitext_length_ratio(const tr_bitext *b);

/* Trains a SentencePiece model of both sides on at most about a million sentences: `vocab` pieces,
 * or as many as a small text allows.  Where the text's characters are more, there are 500 pieces
 * beside theirs, or, `exactly`, only the more frequent characters have one.  *model [*size] is the
 * caller's to free.  TR_EINVAL, TR_EIO, TR_ENOMEM. */
int tr_bitext_vocabulary(tr_bitext *b, size_t vocab, bool exactly, char **model, size_t *size,
                         tr_error *err);

/* The tokenizer of both sides. */
typedef struct tr_bitext_tokens {
    tr_normalizer *normalize; /* before pieces are cut; NULL: none */
    const tr_spm *spm;
    int32_t eos;

    /* NULL, or what encodes text instead, for a model that has a way of its own.  Grows *ids by
     * tr_reserve() to the *n ids of a side (0: the source) of valid UTF-8 text, with all tokens
     * that stand around the text. */
    int (*encode)(void *ctx, int side, const char *text, size_t len, int32_t **ids,
                  size_t *capacity, size_t *n, tr_error *err);
    void *ctx;
    bool wide; /* ids may be 65536 and more */
} tr_bitext_tokens;

/* Cuts all pairs into pieces and adds </s> (`eos`) to each side.  Sources of marked parts begin
 * with the piece <0x01>, which no text has; a model that encodes in its own way has none
 * (TR_EUNSUPPORTED).  Leaves out pairs with a side of more than `limit`
 * pieces. About `held_out` pairs are held out, all that have equal sources together. */
int tr_bitext_encode(tr_bitext *b, const tr_bitext_tokens *tokens, size_t limit, size_t held_out,
                     tr_error *err);

/* A hash of all ids and the mixture, by which a checkpoint knows its text. */
uint64_t tr_bitext_digest(const tr_bitext *b);

size_t tr_bitext_n_held_out(const tr_bitext *b);
tr_pair tr_bitext_held_out(const tr_bitext *b, size_t i);

/* Appends the text of held-out pair i. */
int tr_bitext_held_out_text(const tr_bitext *b, size_t i, tr_buf *source, tr_buf *target,
                            tr_error *err);

/* ---- Training pairs ---- */

/* Calls take(ctx, source, target, err) with the text of each training pair until it returns another
 * value than 0, and returns that value; 0 at the end, or an error.  Before tr_bitext_encode() no
 * pair is held out. */
typedef int tr_bitext_take(void *ctx, tr_string source, tr_string target, tr_error *err);
int tr_bitext_each(tr_bitext *b, tr_bitext_take *take, void *ctx, tr_error *err);

uint64_t tr_bitext_n_pairs(const tr_bitext *b);

/* The next pair in the mixture's order.  The text has at least one training pair. */
tr_pair tr_bitext_draw(const tr_bitext *b, tr_mixture_order *order);

#endif
