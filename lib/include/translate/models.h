/* translate/models.h - models: files that are opened, and what they tell. */
#ifndef TRANSLATE_MODELS_H
#define TRANSLATE_MODELS_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A model, mapped into memory. */
typedef struct tr_model tr_model;

/* Maps the model file at `path` and checks its structure.  Close *model with tr_model_close() after
 * the last session that uses it.
 * TR_EIO, TR_EFORMAT, TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_model_open(tr_model **model, const char *path, tr_error *err);
void tr_model_close(tr_model *model); /* NULL is allowed */

/* Has SentencePiece itself cut text into pieces and join them, which takes longer to open.
 * Unasked, the library cuts text itself where it gives the same pieces.  To be called before
 * anything else is done with the model. */
void tr_model_use_sentencepiece(const tr_model *model);

/* Checks every weight, and the digest of the tensor data.  The check reads the whole file. */
int tr_model_verify(const tr_model *model, tr_error *err);

/* Strings live as long as the model.  A string that the file does not give is "". */
typedef struct tr_model_info {
    const char *path, *name, *license;
    const char *origin;                            /* where the weights come from */
    const char *source_language, *target_language; /* BCP 47 */
    const char *norm_placement;                    /* "pre" or "post" */
    const char *activation;                        /* as nmt.activation in translate-model(5) */
    const char *position_kind;                     /* "sinusoidal", "learned" */
    const char *ties;                              /* shared embeddings: "all", "target", "none" */
    const char *weight_type;                       /* "int8", "float32" */
    const char *tokenizer;                         /* "spm", "pieces" or "none" */
    uint32_t d_model, heads, encoder_layers, decoder_layers;
    uint32_t encoder_ffn, decoder_ffn;
    uint32_t source_vocab, target_vocab;
    uint32_t max_source_length, max_target_length; /* tokens, </s> not counted in the source */
    uint32_t beam_size;                            /* the model's own default */
    float length_penalty;
    uint64_t n_parameters, file_size;

    const char *decoder;        /* "self-attention", "ssru" */
    const char *decoder_start;  /* the decoder's first input: "zero" (a zero vector), "token" */
    const char *language_token; /* of the source: "none", "before" or "after" the text, "target",
                                   "both" */
    int target_language_first;  /* whether a translation begins with its language's token */
    size_t n_languages;         /* languages that a user may choose: */
    int source_is_chosen;       /*   of the source, */
    int target_is_chosen;       /*   of the translation */
    size_t n_suppressed;        /* target ids that are never produced, besides control pieces */
    int32_t source_bos;         /* the id before a source, or -1 */
    int source_eos;             /* whether </s> comes after a source */
    int32_t forced_first;       /* the id that all translations begin with, or -1 */
    int32_t alignment_layer;    /* the decoder layer that alignments come from, from 0, or -1 */
    uint32_t alignment_heads;   /* heads of that layer that count: the first ones */
    uint64_t shortlist_pairs;   /* pairs of source and target words in its lexicon; 0: no lexicon */
    uint32_t shortlist_first;   /* words that any translation may use */
    uint32_t d_key, d_value;    /* numbers of a head's query and key, and of its value */
    const char *self_score, *cross_score; /* of attention: "scaled-dot", "cosine", "additive" or
                                           * "location" */
    /* The estimate of quality is 1 / (1 + exp(-(bias + slope * mean log-probability))).  Fitted on
     * how many lines: 0 is the default, which is also taken for a version that the library does not
     * know.  The version of what the file has; 0: nothing. */
    float quality_bias, quality_slope;
    uint32_t quality_lines, quality_version;

    /* "none" of a model that translates; of a metric (judgement.h), which it refuses to, its kind:
     * "regression", "referenceless" or "unified" of COMET, "metricx-24". */
    const char *metric;
    int reads_reference; /* enum tr_reads_reference; of no metric 0 */
} tr_model_info;

const tr_model_info *tr_model_get_info(const tr_model *model);

/* What is added to the embedding of the source's token at position i: [d_model], or NULL beyond the
 * last position. */
const float *tr_model_position(const tr_model *model, size_t i);

/* The languages of the model file at `path`, told by its first bytes, many times faster than by
 * opening it.  1; or 0 where that is not enough: the model may have several, or be no model at all,
 * which tr_model_open() tells. */
enum { TR_PEEK_SIZE = 64 };
int tr_model_peek(const char *path, char source[TR_PEEK_SIZE], char target[TR_PEEK_SIZE]);

/* Language i < n_languages of a model of several languages, spelled as tr_options takes it. */
const char *tr_model_language(const tr_model *model, size_t i);

/* The index of the language that `name` means, or -1 if there is none, or more than one.  `name` is
 * the language as the model spells it, or as ISO 639 does ("ger", "deu" and "de" are the same), or
 * a language of which the model has one variety ("de" means "deu_Latn"). */
ptrdiff_t tr_model_find_language(const tr_model *model, const char *name);

/* How well a language fits the one that was asked for: 0 = not at all; 1 = one is a variety of the
 * other, as "en-US" is of "en"; 2 = they are the same. */
int tr_language_fit(const char *language, const char *asked);

/* Copies what of text [len] is in a language to `prose`, of at least `len` bytes: a blank takes the
 * place of each address, name with @, tag, placeholder, code, number and picture.  The copy ends
 * at a NUL, and where the text is not UTF-8.  Returns its bytes. */
size_t tr_copy_prose(const char *text, size_t len, char *prose);

/* Text that stays as it is, or would but for another. */
typedef struct tr_told_placeable {
    size_t begin, end; /* bytes of the text */
    const char *kind;  /* "address", "identifier", "placeholder", "tag", "number", .. */
    const char *name;  /* of the row, or of the function, that found it */
    const char *lost;  /* NULL: it stays; else why not */
} tr_told_placeable;

/* Tells of the placeables of text [len] in order, and behind each of what lost against it.  The
 * rows of `keep_file`, NULL: none, are as in tr_options.  TR_EINVAL for what is not UTF-8; errors
 * of the file; TR_ENOMEM. */
int tr_tell_placeables(const char *text, size_t len, const char *keep_file,
                       void (*tell)(void *ctx, const tr_told_placeable *told), void *ctx,
                       tr_error *err);

/* 1 if a language (BCP 47) is written with blanks between its words, else 0. */
int tr_language_has_blanks(const char *language);

/* 1 if options.formality has an effect on translations into a language (BCP 47), else 0. */
int tr_language_has_formality(const char *language);

/* Tells of the sentences of text [len] in order, as a line in a language (BCP 47) is cut into them.
 * White space may be around them.  TR_EINVAL for what is not UTF-8; TR_ENOMEM. */
int tr_tell_sentences(const char *text, size_t len, const char *language,
                      void (*tell)(void *ctx, size_t begin, size_t end), void *ctx, tr_error *err);

typedef struct tr_tensor_info {
    const char *name, *type; /* "I8", "F32", "I32" */
    unsigned n_dims;
    uint64_t dims[4]; /* outermost first */
    uint64_t offset;  /* of the first byte, from the start of the file */
    uint64_t size;    /* bytes */
} tr_tensor_info;

size_t tr_model_tensor_count(const tr_model *model);
void tr_model_tensor(const tr_model *model, size_t i, tr_tensor_info *info); /* i < count */

/* The bytes [*n] of the model's file before its tensors' data: all else that it says, with a digest
 * of that data.  They are the bytes that the model was opened with, whatever its name means by now,
 * and are valid as long as the model. */
const void *tr_model_header(const tr_model *model, size_t *n);

/* The file's metadata.  tr_model_metadata() returns the key of entry i, and writes its value to
 * `value` as text for people to read, cut to `size` bytes. */
size_t tr_model_metadata_count(const tr_model *model);
const char *tr_model_metadata(const tr_model *model, size_t i, char *value, size_t size);

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

void tr_model_tensor_sized(const tr_model *model, size_t i, tr_tensor_info *info, size_t info_size);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_model_tensor(model, i, info) \
    tr_model_tensor_sized(model, i, info, sizeof(tr_tensor_info))
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
