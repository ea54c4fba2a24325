/*
 * nmt.h - a translation network as a file describes it: numbers, and tensors bound to fields.
 *
 * Everything that can be wrong with a model file is found here, once, when it is opened.  Code
 * that gets a tr_nmt may trust every pointer, shape and id in it.
 * The keys and tensor names are those of translate-model(5).
 */
#ifndef TR_NMT_H
#define TR_NMT_H

#include <stdbool.h>

#include "gguf.h"
#include "kernels/kernels.h"

typedef struct tr_norm {
    const float *gain, *bias; /* [d_model]; NULL where the network has no such norm */
} tr_norm;

/* One attention block.  Either `qkv` ([q; k; v], 3 d_model outputs) or `q` and `kv` ([k; v],
 * 2 d_model outputs) is bound; unbound matrices have weight NULL. */
typedef struct tr_attention {
    tr_matrix qkv, q, kv, out;
    tr_norm norm;
} tr_attention;

typedef struct tr_layer {
    tr_attention self, cross; /* cross: decoder layers only */
    tr_matrix up, down;       /* the feed-forward network */
    tr_norm ffn_norm;
} tr_layer;

typedef struct tr_nmt {
    tr_gguf file;

    uint32_t d_model, heads, encoder_ffn, decoder_ffn;
    uint32_t n_encoder_layers, n_decoder_layers;
    uint32_t source_vocab, target_vocab;
    uint32_t max_source, max_target; /* tokens: without </s>, with </s> */
    uint32_t eos, unk;               /* the same ids on both sides */
    bool pre_norm;          /* norm before each block and after the stack, not behind blocks */
    bool norm_query_only;   /* pre-norm self-attention takes k and v from the raw input */
    bool int8;              /* weights; else float32 */
    bool learned_positions; /* for information: the tables are stored either way */
    int activation;         /* enum tr_activation */
    float epsilon;          /* of every layer norm */
    float embedding_scale;  /* embeddings are multiplied by it */
    uint32_t n_positions;   /* rows of the tables below, >= max_source + 1 and max_target */

    tr_matrix source_embedding, target_embedding;     /* [vocab, d_model] as n_out, n_in */
    tr_matrix output;                                 /* [target_vocab, d_model], bias */
    const float *source_positions, *target_positions; /* [n_positions, d_model] */
    tr_norm encoder_embedding_norm, decoder_embedding_norm;
    tr_norm encoder_norm, decoder_norm; /* behind the stack */
    tr_layer *encoder, *decoder;        /* [n_encoder_layers], [n_decoder_layers] */

    /* The tokenizer's material; interpreted by the text layer. */
    const void *source_spm, *target_spm; /* SentencePiece models; NULL: tokenizer.kind = none */
    size_t source_spm_size, target_spm_size;
    const char *normalization; /* "none", "nfc" or "nfkc", before the tokenizer */

    /* Strings of the file, NUL-terminated copies; "" when not given. */
    char *name, *license, *source_language, *target_language;

    uint32_t beam_size;   /* the file's defaults for search; 0 = none */
    int penalty;          /* enum tr_penalty */
    float length_penalty; /* < 0 = none */
} tr_nmt;

/* Maps and checks the file; the time it takes does not grow with the weights. */
int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err);
void tr_nmt_close(tr_nmt *m);

/* Every weight: in [-127, 127] or finite, rows' sums, zero fill, and the digest. */
int tr_nmt_verify(const tr_nmt *m, tr_error *err);

#endif
