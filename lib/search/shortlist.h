/*
 * shortlist.h - the few words that the translation of one sentence may use.
 *
 * A lexical shortlist names, for each source word, the target words that it is often translated
 * by.  A sentence chooses among the first words of the vocabulary, the words in the lists of its
 * own words, and its own words, too, if both sides share a vocabulary.  The steps of the search
 * compute the rows of the output layer that were chosen, and no others.  The rows are picked from
 * copies of single rows, or else gathered side by side once.
 *
 * The choice is the same as Marian's for a batch of a single sentence.  It depends on this sentence
 * alone, not on the sentences that are decoded with it.
 */
#ifndef TR_SHORTLIST_H
#define TR_SHORTLIST_H

#include "base/arena.h"
#include "model/nmt.h"
#include "search/word_rows.h"

/* The words of one sentence. */
typedef struct tr_shortlist {
    const int32_t *ids; /* [output.n_out], ascending */
    tr_matrix output;   /* their rows of the network's output layer, and their biases */
} tr_shortlist;

/* Room for the shortlists of all sentences of a batch: together as many rows as the vocabulary. */
typedef struct tr_shortlists {
    const tr_nmt *m;
    size_t n_rows;    /* a multiple of TR_BLOCK */
    uint64_t *chosen; /* [vocabulary / 64 + 1], a bit a word; all zero between two calls */
    int32_t *choice;  /* [n_rows], tr_shortlists_choose()'s */

    int32_t *ids;           /* [n_rows] of the vocabulary */
    tr_word_rows *copies;   /* whose rows are picked; NULL: they are gathered */
    uint32_t *pick;         /* [n_rows], or */
    unsigned char *weights; /* [n_rows], packed as in tr_matrix */
    float *scale, *bias;    /* [n_rows] */
    int32_t *sum;           /* [n_rows] */
} tr_shortlists;

/* For a network that has a lexical shortlist.  `copies` are rows of its output layer, for int8
 * products, or NULL. */
size_t tr_shortlists_size(const tr_nmt *m, const tr_word_rows *copies); /* bytes of arena */
void tr_shortlists_init(tr_shortlists *s, tr_arena *a, const tr_nmt *m, tr_word_rows *copies);

/* Chooses the words for a source, whose ids [n] include </s>, and the words `more` [n_more];
 * returns how many there are: at most the vocabulary's size, and a multiple of eight unless that is
 * reached. */
size_t tr_shortlists_choose(tr_shortlists *s, const int32_t *source, size_t n, const int32_t *more,
                            size_t n_more);

/* Puts the `n` words that were chosen last into rows first .. first + n - 1; first is a multiple of
 * TR_BLOCK.  *out is valid until these rows are given to another sentence. */
void tr_shortlists_gather(tr_shortlists *s, size_t first, size_t n, tr_shortlist *out);

#endif
