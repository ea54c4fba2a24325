/*
 * config.h - what a translation network is, as numbers: its sizes, its arithmetic, its special ids,
 * its languages, and the defaults for its search.
 *
 * Plain data: it can be copied, compared, read from a model file and written to one.  One table in
 * config.c says which key each number has.  translate-model(5) describes the keys.
 */
#ifndef TR_CONFIG_H
#define TR_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/gguf_write.h"
#include "kernels/kernels.h"
#include "model/keys.h"

enum { TR_HEAD_MOST = 8192 }; /* numbers of a key or a value */

/* Numbers that a head of attention has: of a query, a key and a value. */
typedef struct tr_head_widths {
    size_t query, key, value;
} tr_head_widths;

/* Which embeddings share one table. */
enum tr_ties {
    TR_TIES_ALL,    /* source, target and output */
    TR_TIES_TARGET, /* target and output */
    TR_TIES_NONE,
    TR_TIES_INPUTS /* source and target */
};

/* Tokenizer, from text to ids and back: nothing, SentencePiece, a list of pieces alone, or one and
 * merges: of bytes, or of words; or one and the steps of a tokenizer.json; or one of bytes. */
enum tr_tokenizer_kind {
    TR_TOKENIZER_NONE,
    TR_TOKENIZER_SPM,
    TR_TOKENIZER_PIECES,
    TR_TOKENIZER_GPT2,
    TR_TOKENIZER_SUBWORD,
    TR_TOKENIZER_JSON,
    TR_TOKENIZER_BYTES
};

/* The words of TR_TOKENIZER_SUBWORD: what stands between blanks, or what Moses cuts. */
enum tr_word_kind { TR_WORDS_BLANKS, TR_WORDS_MOSES };

/* Where a source sentence says in which language it is, or is to be translated into. */
enum tr_language_token {
    TR_LANGUAGE_NONE,
    TR_LANGUAGE_BEFORE, /* the source language's token before the text */
    TR_LANGUAGE_AFTER,  /*   or behind it and its </s> */
    TR_LANGUAGE_TARGET, /* the target language's token before the text */
    TR_LANGUAGE_PREFIX, /* source_prefix before the text */
    TR_LANGUAGE_BOTH    /* the source language's token and the target's before the text */
};

/* How the network knows places.  Sines and learned tables are stored alike; relative ones are
 * biases of the attention by distance. */
enum tr_position_kind { TR_POSITIONS_SINES, TR_POSITIONS_LEARNED, TR_POSITIONS_RELATIVE };

enum { TR_SOURCE_PREFIX_MOST = 128 }; /* tokens */

/* What a network is for: translations, or a metric of them.  The kinds of metrics read other texts:
 * COMET's (Rei et al. 2020, 2022) are an encoder with an estimator on top, MetricX (Juraska et al.
 * 2024) is an encoder-decoder that takes one step. */
enum tr_metric_kind {
    TR_METRIC_NONE,
    TR_METRIC_REGRESSION,    /* source, translation and reference, each alone */
    TR_METRIC_REFERENCELESS, /* source and translation, each alone */
    TR_METRIC_UNIFIED,       /* translation and source in one sequence */
    TR_METRIC_METRICX        /* one text with all of them */
};

/* What a sequence's states become: their mean, or the first. */
enum tr_pool_kind { TR_POOL_MEAN, TR_POOL_FIRST };

enum tr_estimator_activation { TR_ESTIMATOR_LINEAR, TR_ESTIMATOR_TANH, TR_ESTIMATOR_SIGMOID };

enum { TR_ESTIMATOR_MOST = 8 }; /* hidden layers */

typedef struct tr_config {
    uint32_t d_model, heads, encoder_ffn, decoder_ffn;
    uint32_t d_key, d_value; /* of a head: of queries and keys, and of values; 0: d_model / heads */
    int self_score, cross_score; /* enum tr_score, up to TR_LOCATION */
    uint32_t n_places;           /* that TR_LOCATION scores; later ones get no weight */
    uint32_t n_encoder_layers, n_decoder_layers;
    uint32_t source_vocab, target_vocab;
    uint32_t max_source, max_target; /* tokens: of the text alone, with </s> */
    int32_t eos, unk;                /* of the target */
    bool ssru;                       /* decoder layers have an SSRU instead of self-attention */
    bool pre_norm;           /* norm before each block and after the stack, not after blocks */
    bool norm_query_only;    /* pre-norm self-attention takes k and v from the raw input */
    bool int8;               /* weights; else float32 */
    int positions;           /* enum tr_position_kind */
    bool rms_norm;           /* norms divide by the root mean square, without mean and bias */
    bool gated_ffn;          /* the activation of one product is multiplied by another product */
    bool unscaled_attention; /* scores are not divided by sqrt(d_head) */
    int activation;          /* enum tr_activation */
    int ties;                /* enum tr_ties */
    float epsilon;           /* of every layer norm */
    float embedding_scale;   /* embeddings are multiplied by it */
    uint32_t n_positions;    /* rows of the position tables, >= tr_config_longest_source() and
                                max_target; 0 without tables */

    /* The tokens that surround the source's text, and the target's first ones; ids are -1 for
     * none. */
    bool source_eos; /* </s> after the source */
    int32_t source_eos_id, source_unk_id;
    int32_t source_bos_id; /* before the source */
    int32_t start_id;      /* in place of the token before the first; -1: a zero embedding */
    int32_t forced_first;  /* the first token of every translation */
    int32_t *suppressed;   /* [n_suppressed] target ids that are never produced */
    size_t n_suppressed;

    /* Languages that a user may ask for. */
    size_t n_languages;
    char **language_codes;     /* [n_languages], unique */
    int32_t *language_ids;     /* [n_languages] */
    int source_language_token; /* enum tr_language_token */
    const char *source_prefix; /* text, with {target} or {source} for languages; or NULL */
    char **language_names;     /* [n_language_names], what they are called there; none: by codes */
    size_t n_language_names;
    bool target_language_token; /* the target language's id is the first token of a translation */

    /* Which cross-attention tells what a target token came from; layer -1: the file does not say.
     */
    int32_t alignment_layer;
    uint32_t alignment_heads; /* the mean of the first this many; 0: of all */

    /* Of the lexical shortlist: ids below the first are candidates for every sentence, -1: there is
     * no shortlist; and whether a sentence's own ids are, since both vocabularies are one. */
    int32_t shortlist_first;
    bool shortlist_source_ids;

    int tokenizer;             /* enum tr_tokenizer_kind */
    bool blank_first;          /* of TR_TOKENIZER_GPT2: a text begins with a blank */
    int words;                 /* enum tr_word_kind, of TR_TOKENIZER_SUBWORD; */
    bool word_end_apart;       /*   its "</w>" is a symbol of its own */
    bool moses_punctuation;    /* of TR_WORDS_MOSES: punctuation is normalized, */
    bool moses_hyphens;        /*   hyphens within words are words, */
    bool moses_escape;         /*   and marks are written as in XML */
    const char *normalization; /* what becomes of text before the tokenizer; one of normalize.h */

    /* Texts; "" or NULL when not given.  `origin`: where the weights come from. */
    const char *name, *license, *origin, *source_language, *target_language;

    int metric;                /* enum tr_metric_kind; of COMET's: */
    int pool;                  /* enum tr_pool_kind */
    bool mix_norm;             /* a layer's states are normed over the whole sequence */
    int32_t *estimator_widths; /* [n_estimator_widths] outputs of its hidden layers */
    size_t n_estimator_widths;
    int estimator_activation, estimator_last; /* enum tr_estimator_activation, the last layer's */

    uint32_t beam_size;      /* the model's defaults for search; 0 = none */
    int penalty;             /* enum tr_penalty */
    float length_penalty;    /* < 0 = none */
    float max_length_factor; /* 0 = none */
} tr_config;

/* A network of which nothing is known but what files need not say.  The source's ids are -1,
 * which stands for the target's, and the heads of the alignment 0: tr_config_complete() puts the
 * real numbers in their place. */
void tr_config_init(tr_config *c);
void tr_config_complete(tr_config *c);

/* Fills *c from the keys of a file, each of them checked for itself.  n_positions, which has no
 * key, stays 0.  TR_EFORMAT, TR_EUNSUPPORTED and TR_ENOMEM are in k->rc; messages name the file,
 * the key and its value. */
void tr_config_read(tr_config *c, tr_keys *k);

/* Writes the keys in the order of the table; a key with its default only where readers need it.
 * Failures show in tr_gguf_begin_data(). */
void tr_config_write(const tr_config *c, tr_gguf_writer *w);

/* The first key that two networks differ in, or NULL. */
const char *tr_config_differs(const tr_config *a, const tr_config *b);

/* The word that a file has for what *c is, by its key, such as "relu" for nmt.activation. */
const char *tr_config_word(const tr_config *c, const char *key);

/* Of self-attention, or of cross-attention. */
static inline tr_head_widths tr_config_head(const tr_config *c, bool cross)
{
    const size_t d = c->d_model / c->heads, value = c->d_value ? c->d_value : d;
    const size_t key = c->d_key ? c->d_key : d;
    if ((cross ? c->cross_score : c->self_score) == TR_LOCATION)
        return (tr_head_widths){c->n_places, 0, value};
    return (tr_head_widths){key, key, value};
}

/* True if heads are not d_model / heads wide, or score otherwise than by a scaled dot product. */
static inline bool tr_config_attends_otherwise(const tr_config *c)
{
    return c->d_key || c->d_value || c->self_score || c->cross_score;
}

/* Floats of a block's tensor that scores with, or 0: of a head's exponent, or of its weight. */
static inline size_t tr_config_score_size(const tr_config *c, bool cross)
{
    const int score = cross ? c->cross_score : c->self_score;
    return score == TR_COSINE     ? c->heads
           : score == TR_ADDITIVE ? c->heads * tr_config_head(c, cross).key
                                  : 0;
}

/* True if the network has no decoder. */
static inline bool tr_config_encodes_alone(const tr_config *c)
{
    return c->metric != TR_METRIC_NONE && c->metric != TR_METRIC_METRICX;
}

/* Sequences that a metric reads of a segment. */
static inline size_t tr_config_sequences(const tr_config *c)
{
    return c->metric == TR_METRIC_REGRESSION ? 3 : c->metric == TR_METRIC_REFERENCELESS ? 2 : 1;
}

/* Numbers that a metric's estimator reads for a segment. */
static inline size_t tr_config_features(const tr_config *c)
{
    const size_t parts = c->metric == TR_METRIC_REGRESSION      ? 6
                         : c->metric == TR_METRIC_REFERENCELESS ? 4
                                                                : 1;
    return parts * c->d_model;
}

/* The decoder's layer whose cross-attention is the alignment: the last one where the file does not
 * say. */
static inline size_t tr_config_alignment_layer(const tr_config *c)
{
    return c->alignment_layer < 0 ? c->n_decoder_layers - 1 : (size_t)c->alignment_layer;
}

/* True if a language of the source, or of the target, is one that the user has to choose. */
bool tr_config_chooses_source(const tr_config *c);
bool tr_config_chooses_target(const tr_config *c);

/* Tokens of the longest source with all that surrounds it. */
static inline size_t tr_config_longest_source(const tr_config *c)
{
    return (size_t)c->max_source + c->source_eos + (c->source_bos_id >= 0) +
           (c->source_language_token == TR_LANGUAGE_PREFIX
                ? TR_SOURCE_PREFIX_MOST
                : (c->source_language_token != TR_LANGUAGE_NONE) +
                      (c->source_language_token == TR_LANGUAGE_BOTH));
}

#endif
