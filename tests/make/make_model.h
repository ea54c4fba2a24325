/*
 * make_model.h - writes a small, valid model file of random weights.
 *
 *     model_spec spec = model_spec_small;
 *     spec.int8 = false;
 *     ck_assert_int_eq(make_model("/tmp/x.gguf", &spec, &err), 0);
 *
 * The same spec gives the same file, byte for byte.
 */
#ifndef MAKE_MODEL_H
#define MAKE_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/gguf_write.h"
#include "kernels/quant.h"

typedef struct model_spec {
    uint32_t d_model, heads, encoder_layers, decoder_layers, encoder_ffn, decoder_ffn;
    uint32_t source_vocab, target_vocab, max_source, max_target, eos, unk;
    const char *placement, *activation, *ties, *position; /* as the keys' values */
    bool int8, query_only;
    bool biases;          /* of the matrices in the layers */
    bool output_bias;     /* of the logits */
    bool embedding_norms; /* after the embeddings */
    bool output_norms;    /* after the stacks */
    bool two_position_tables;
    bool lexicon;        /* a shortlist: the first 5 words, and up to 6 a source word */
    bool ssru;           /* instead of the decoder's self-attention */
    uint32_t start_id;   /* 0: the decoder starts from a zero vector */
    uint32_t extra_rows; /* of the position tables, for what stands around the source */
    void (*more_keys)(tr_gguf_writer *w); /* NULL, or puts what else a file may say */
    float embedding_scale, epsilon;
    const void *source_spm, *target_spm; /* NULL: no tokenizer; target NULL: the source's */
    size_t source_spm_size, target_spm_size;
    uint64_t seed;
} model_spec;

extern const model_spec model_spec_small;

int make_model(const char *path, const model_spec *spec, tr_error *err);

#endif
