/* network.h - the fixtures' networks, made of their weights, and their batches. */
#ifndef GOLDEN_NETWORK_H
#define GOLDEN_NETWORK_H

#include <stdint.h>

#include "golden/train/arrays.h"
#include "train/network/transformer.h"

enum { N_NETWORKS = 6, MAX_ROWS = 64 };

typedef struct golden_network {
    const char *name;
    size_t d_model, heads, ffn, encoder_layers, decoder_layers, source_vocab, target_vocab,
        n_positions;
    enum tr_activation activation;
    bool learned_positions, pre_norm, norm_query_only, ssru;
    const char *cases[4]; /* grad-smoothed, ...; NULL after the last */
} golden_network;

extern const golden_network networks[N_NETWORKS];

typedef struct model {
    tr_parameters p;
    tr_workers *workers;
    tr_transformer *t;
    float positions[64 * 32];
    float *norm_room;
} model;

/* With the weights of the fixture's `file`; for the instruction sets `cpu`. */
void open_model(model *m, const golden_network *n, const char *file, unsigned cpu, size_t threads);
void close_model(model *m);

typedef struct batch {
    int32_t ids[2][MAX_ROWS];
    size_t start[2][16];
    tr_pack pack;
} batch;

/* Names of arrays begin with `prefix`. */
void read_batch(batch *b, const npz *z, const char *prefix);

tr_dropout dropout_of(double p, uint64_t seed, size_t step);

#endif
