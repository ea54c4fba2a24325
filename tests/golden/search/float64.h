/*
 * float64.h - a network as it was trained, computed in float64 with plain loops: each formula as
 * the literature has it, nothing folded, nothing kept from one question to the next.
 *
 * It shares the parameters with the library, and no arithmetic.
 */
#ifndef FLOAT64_H
#define FLOAT64_H

#include "train/network/parameters.h"
#include "translate.h"

enum { FLOAT64_ROWS = 48, FLOAT64_WIDE = 512, FLOAT64_LAYERS = 2, FLOAT64_HEADS = 8 };

typedef double float64_row[FLOAT64_WIDE];

typedef struct float64_network {
    const tr_parameters *p;
    const float *positions; /* [n_positions, d_model]; NULL if they are learned */
    size_t n;               /* of the source */
    float64_row memory[FLOAT64_ROWS];
    /* By enum tr_attention_kind, layer, row of the query, head: what its positions got of the last
     * source and of the last question. */
    double weight[3][FLOAT64_LAYERS][FLOAT64_ROWS][FLOAT64_HEADS][FLOAT64_ROWS];
} float64_network;

/* Reads a source: ids [n], </s> among them. */
void float64_read(float64_network *net, const int32_t *ids, size_t n);

/* A naive_logits: logits [target_vocab] after ids [n]. */
void float64_ask(void *network, const int32_t *ids, size_t n, float *logits);

/* The label-smoothed cross-entropy of target [n], each word after those before it, as a sum. */
double float64_loss(float64_network *net, const int32_t *target, size_t n, double smoothing);

#endif
