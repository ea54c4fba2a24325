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

#include "formats/gguf.h"
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
    tr_matrix ssru;     /* decoder layers with an SSRU in place of `self`: [x; forget gate], */
    tr_norm ssru_norm;  /*   2 d_model outputs */
    tr_matrix up, down; /* the feed-forward network */
    tr_norm ffn_norm;
} tr_layer;

/* Where a source sentence says in which language it is, or is to be translated into. */
enum tr_language_token {
    TR_LANGUAGE_NONE,
    TR_LANGUAGE_BEFORE, /* the source language's token before the text */
    TR_LANGUAGE_AFTER,  /*   or behind it and its </s> */
    TR_LANGUAGE_TARGET  /* the target language's token before the text */
};

/* A lexical shortlist: for each source id, the target ids that it is often translated by. */
typedef struct tr_lexicon {
    const int32_t *offset; /* [source_vocab + 1]; NULL: there is none */
    const int32_t *id;     /* the list of source id s: id[offset[s]] up to id[offset[s + 1]] */
    uint32_t first;        /* ids below it are candidates for every sentence, */
    bool source_ids;       /* and its own ids too: both vocabularies are one */
} tr_lexicon;

typedef struct tr_nmt {
    tr_gguf file;

    uint32_t d_model, heads, encoder_ffn, decoder_ffn;
    uint32_t n_encoder_layers, n_decoder_layers;
    uint32_t source_vocab, target_vocab;
    uint32_t max_source, max_target; /* tokens: of the text alone, with </s> */
    uint32_t eos, unk;               /* of the target */
    bool ssru;                       /* decoder layers have an SSRU instead of self-attention */
    bool pre_norm;          /* norm before each block and after the stack, not behind blocks */
    bool norm_query_only;   /* pre-norm self-attention takes k and v from the raw input */
    bool int8;              /* weights; else float32 */
    bool learned_positions; /* for information: the tables are stored either way */
    int activation;         /* enum tr_activation */
    float epsilon;          /* of every layer norm */
    float embedding_scale;  /* embeddings are multiplied by it */
    uint32_t n_positions;   /* rows of the tables below, >= tr_nmt_longest_source(), max_target */

    /* What stands around the source's tokens, and before the target's; ids are -1 for none. */
    bool source_eos; /* </s> behind the source */
    int32_t source_eos_id, source_unk_id;
    int32_t source_bos_id; /* before the source */
    int32_t start_id;      /* in place of the token before the first; -1: a zero embedding */
    int32_t forced_first;  /* the first token of every translation */
    int32_t *suppressed;   /* [n_suppressed] target ids that are never produced */
    size_t n_suppressed;

    /* Languages that a user may ask for. */
    size_t n_languages;
    char **language_codes;      /* [n_languages], unique */
    int32_t *language_ids;      /* [n_languages] */
    int source_language_token;  /* enum tr_language_token */
    bool target_language_token; /* the target language's id is the first token of a translation */

    /* Which cross-attention tells what a target token came from; layer -1: none does. */
    int32_t alignment_layer;
    uint32_t alignment_heads; /* the mean of the first so many */

    tr_matrix source_embedding, target_embedding;     /* [vocab, d_model] as n_out, n_in */
    tr_matrix output;                                 /* [target_vocab, d_model], bias */
    const float *source_positions, *target_positions; /* [n_positions, d_model] */
    tr_norm encoder_embedding_norm, decoder_embedding_norm;
    tr_norm encoder_norm, decoder_norm; /* behind the stack */
    tr_layer *encoder, *decoder;        /* [n_encoder_layers], [n_decoder_layers] */

    /* The tokenizer's material; interpreted by the text layer. */
    const void *source_spm, *target_spm; /* SentencePiece models; NULL: none */
    size_t source_spm_size, target_spm_size;
    /* Arrays of at most as many strings as there are ids; NULL: the pieces are SentencePiece's.
     * What the strings are is not checked. */
    const tr_gguf_value *source_pieces, *target_pieces;
    const char *normalization; /* what becomes of text before the tokenizer; one of normalize.h */

    tr_lexicon lexicon; /* its shortlist, if it has one */

    /* Strings of the file, NUL-terminated copies; "" when not given. */
    char *name, *license, *source_language, *target_language;

    uint32_t beam_size;      /* the file's defaults for search; 0 = none */
    int penalty;             /* enum tr_penalty */
    float length_penalty;    /* < 0 = none */
    float max_length_factor; /* 0 = none */
} tr_nmt;

/* A network of which nothing is known but what files need not say.  The source's ids are -1,
 * which stands for the target's until tr_nmt_open() is done. */
void tr_nmt_init(tr_nmt *m);

/* Tokens of the longest source with all that stands around it. */
static inline size_t tr_nmt_longest_source(const tr_nmt *m)
{
    return (size_t)m->max_source + m->source_eos + (m->source_bos_id >= 0) +
           (m->source_language_token != TR_LANGUAGE_NONE);
}

/* Whether the network takes and gives text; else ids alone: tokenizer.kind = none. */
static inline bool tr_nmt_has_tokenizer(const tr_nmt *m)
{
    return m->source_spm || m->source_pieces;
}

/* Maps and checks the file; the time it takes does not grow with the weights. */
int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err);
void tr_nmt_close(tr_nmt *m);

/* Every weight: in [-127, 127] or finite, rows' sums, zero fill, and the digest. */
int tr_nmt_verify(const tr_nmt *m, tr_error *err);

#endif
