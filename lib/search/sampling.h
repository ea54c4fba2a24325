/*
 * sampling.h - words drawn by their probabilities: sampling instead of a search for the best.
 *
 * A word's weight is exp(logit / temperature).  The words may be limited to the `top_k` largest,
 * and then to a nucleus (Holtzman et al. 2020): the fewest that have `top_p` of the weight.  Of
 * equal words that with the lower id comes first.  Words that may not be taken have no weight.
 *
 * A number u in [0, 1) decides: the word is the first one at which the sum of the weights so far
 * exceeds u times the sum of all.  Words come in the order of their ids; if they are limited, the
 * most probable come first.
 */
#ifndef TR_SAMPLING_H
#define TR_SAMPLING_H

#include "base/arena.h"
#include "kernels/kernels.h"
#include "translate.h"

#define TR_RULED_OUT (-1e30f) /* the logit of a word that may not be taken */

/* A word, in the order of what is most probable. */
typedef struct tr_ranked {
    float logit;
    uint32_t word;
} tr_ranked;

/* Working memory for rows of up to `most` words. */
typedef struct tr_sampler {
    const tr_kernels *k;
    float *max, *sum;  /* [blocks of the words]: what log_sum_block() says */
    uint32_t *at;      /* [most] */
    tr_ranked *ranked; /* [most] */
} tr_sampler;

size_t tr_sampling_size(size_t most); /* bytes of arena */
void tr_sampling_init(tr_sampler *d, tr_arena *a, const tr_kernels *k, size_t most);

/* Draws a word for each of u [n_drawn] from `logit` [n], into word [n_drawn].  All logits are
 * finite, or TR_RULED_OUT or less.  False when no word may be taken. */
bool tr_sampling_draw(const tr_sampler *d, const tr_sampling *how, const float *logit, size_t n,
                      const double *u, size_t n_drawn, uint32_t *word);

/* Blocks of TR_CANDIDATES that words take. */
static inline size_t tr_blocks_of(size_t n_words)
{
    return (n_words + TR_CANDIDATES - 1) / TR_CANDIDATES;
}

#endif
