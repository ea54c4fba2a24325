/*
 * scores.h - what the score of an attention block does to queries and keys, forward and backward.
 *
 * attend() knows three scores: products, additive ones and locations (kernels.h).  The others are
 * products of rows that were changed before: of a cosine all heads get the length 1, of a general
 * score queries are multiplied by W.  Parameters of scores are one tensor of a block.
 */
#ifndef TR_SCORES_H
#define TR_SCORES_H

#include "train/network/pass.h"

typedef struct tr_scoring {
    const tr_pass *pass;
    int score;            /* enum tr_score */
    size_t parameters;    /* offset of the tensor in the blocks, if the score has one */
    size_t heads, d_head; /* d_head: of a key */
    float *kept;          /* [rows of queries, tr_score_kept()] */
    float *keys_kept;     /* [rows of keys, heads], of a cosine */
} tr_scoring;

/* Floats that are kept of a row of queries, for the backward pass. */
size_t tr_score_kept(int score, size_t heads, size_t d_head);

/* Changes rows first .. first + n - 1, which x [n, stride] is. */
void tr_score_queries(const tr_scoring *s, float *q, size_t stride, size_t first, size_t n);
void tr_score_keys(const tr_scoring *s, float *k, size_t stride, size_t first, size_t n);

/* Their gradients, which are changed in place; q and k are the rows as they were changed. */
void tr_score_queries_back(const tr_scoring *s, const float *q, float *d_q, size_t stride,
                           size_t first, size_t n);
void tr_score_keys_back(const tr_scoring *s, const float *k, float *d_k, size_t stride,
                        size_t first, size_t n);

/* The block of an additive score: its weight of a head, and where the gradient of sentence s goes.
 */
const float *tr_score_weight(const tr_scoring *s, size_t head);
float *tr_score_weight_gradient(const tr_scoring *s, size_t sentence, size_t head);

/* Adds the gradient of the block's tensor, from all rows q and d_q [n_rows, stride], before
 * tr_score_queries_back(). */
void tr_score_gradient(const tr_scoring *s, const float *q, const float *d_q, size_t stride,
                       size_t n_rows, size_t n_sentences);

#endif
