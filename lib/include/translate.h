/*
 * translate.h - public interface of libtranslate.
 *
 * A tr_model is a memory-mapped, immutable translation model; any number of threads may share
 * one.  A tr_session is the working memory of one thread.  The library never prints, never exits
 * and keeps no global state.
 *
 * Functions return TR_OK (0) or a negative enum tr_status, and then fill *err, which may be NULL.
 * All text is UTF-8 with an explicit length in bytes; returned text also ends in a NUL.
 */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TR_VERSION_MAJOR 0
#define TR_VERSION_MINOR 1
#define TR_VERSION_PATCH 0

/* "MAJOR.MINOR.PATCH" of the library that is running. */
const char *tr_version(void);

enum tr_status {
    TR_OK = 0,
    TR_EINVAL = -1, /* an argument is out of range */
    TR_ENOMEM = -2,
    TR_EIO = -3,          /* the system refused; the message has errno's text */
    TR_EFORMAT = -4,      /* a file is damaged, or not of the kind it should be */
    TR_EVERSION = -5,     /* a known kind of file, of a version this build cannot read */
    TR_EUNSUPPORTED = -6, /* well-formed, but asks for something this build does not have */
    TR_ENUMERIC = -7,     /* the network computed a number that is not finite */
    TR_ESTOPPED = -8      /* a callback asked to stop */
};

/* What went wrong, in words fit to print after "program: ". */
typedef struct tr_error {
    int code;
    char msg[1024];
} tr_error;

typedef struct tr_model tr_model;
typedef struct tr_session tr_session;

/* ---- Models ----------------------------------------------------------------------------- */

/* Maps the model file at `path` and checks its structure.  On success *model must be given to
 * tr_model_close() after the last session that uses it.
 * TR_EIO, TR_EFORMAT, TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_model_open(tr_model **model, const char *path, tr_error *err);
void tr_model_close(tr_model *model); /* NULL is allowed */

/* Checks every weight and the digest of the tensor data; reads the whole file. */
int tr_model_verify(const tr_model *model, tr_error *err);

/* Strings live as long as the model; a string that the file does not give is "". */
typedef struct tr_model_info {
    const char *path, *name, *license;
    const char *source_language, *target_language; /* BCP 47 */
    const char *norm_placement;                    /* "pre" or "post" */
    const char *activation;                        /* as nmt.activation in translate-model(5) */
    const char *position_kind;                     /* "sinusoidal", "learned" */
    const char *ties;                              /* embeddings shared: "all", "target", "none" */
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
    const char *decoder_start;  /* what stands before the first token: "zero", "token" */
    const char *language_token; /* with the source: "none", "before", "after", "target" */
    int target_language_first;  /* whether translations begin with their language's token */
    size_t n_languages;         /* that a user chooses from, on the sides that the next two say */
    int source_is_chosen, target_is_chosen;
    size_t n_suppressed;      /* target ids that are never produced, beside control pieces */
    int32_t source_bos;       /* the id before a source, or -1 */
    int source_eos;           /* whether </s> stands behind a source */
    int32_t forced_first;     /* the id that all translations begin with, or -1 */
    int32_t alignment_layer;  /* decoder layer, from 0, that alignments come from, or -1 */
    uint32_t alignment_heads; /* the first so many */
    uint64_t shortlist_pairs; /* of source and target words in its lexicon; 0: it has none */
    uint32_t shortlist_first; /* words that any translation may use */
} tr_model_info;

const tr_model_info *tr_model_get_info(const tr_model *model);

/* The languages of a model of several, i < n_languages, as tr_options takes them. */
const char *tr_model_language(const tr_model *model, size_t i);

/* Which of them `name` means: that word, or the only one that is the same language, whatever ISO
 * 639 calls it, or a variety of it, as "deu_Latn" is of "de".  -1: none, or several. */
ptrdiff_t tr_model_find_language(const tr_model *model, const char *name);

/* How well a language fits the one asked for: 0 = not at all, 1 = one is a variety of the other,
 * as "en-US" is of "en", 2 = they are the same. */
int tr_language_fit(const char *language, const char *asked);

typedef struct tr_tensor_info {
    const char *name, *type; /* "I8", "F32", "I32" */
    unsigned n_dims;
    uint64_t dims[4]; /* outermost first */
    uint64_t offset;  /* of the first byte, from the start of the file */
    uint64_t size;    /* bytes */
} tr_tensor_info;

size_t tr_model_tensor_count(const tr_model *model);
void tr_model_tensor(const tr_model *model, size_t i, tr_tensor_info *info); /* i < count */

/* The file's metadata: `value` receives text, cut to `size` bytes, for people to read. */
size_t tr_model_metadata_count(const tr_model *model);
const char *tr_model_metadata(const tr_model *model, size_t i, char *value, size_t size);

/* ---- Options ---------------------------------------------------------------------------- */

enum tr_format { TR_TEXT, TR_PIECES, TR_IDS };
enum tr_split { TR_SPLIT_SENTENCE, TR_SPLIT_NONE };
enum tr_precision { TR_PRECISION_AUTO, TR_PRECISION_INT8, TR_PRECISION_FLOAT32 };
enum tr_shortlist_use {
    TR_SHORTLIST_AUTO, /* where the model has one */
    TR_SHORTLIST_ON,   /* the model must have one */
    TR_SHORTLIST_OFF
};
enum tr_penalty {
    TR_PENALTY_POWER, /* score = log p / length^a */
    TR_PENALTY_GNMT   /* score = log p / ((5 + length) / 6)^a, Wu et al. 2016 */
};

typedef struct tr_options {
    int beam_size;           /* hypotheses kept per sentence, 1 = greedy; 1..TR_MAX_BEAM */
    int n_best;              /* translations wanted per sentence; 1..beam_size */
    int penalty;             /* enum tr_penalty */
    float length_penalty;    /* a; length counts </s> */
    int min_length;          /* target tokens before </s> may come */
    float max_length_factor; /* a translation has at most factor * source tokens + */
    int max_length;          /*   this many tokens, </s> included */
    size_t batch_tokens;     /* source tokens in flight per session; 0 = some default */
    int threads;             /* tr_translate_stream only; 0 = one per usable core */
    int input, output;       /* enum tr_format; other than TR_TEXT implies TR_SPLIT_NONE */
    int split;               /* enum tr_split: what becomes of lines of several sentences */
    int precision;           /* enum tr_precision */
    int shortlist;           /* enum tr_shortlist_use: whether translations choose among the words
                              * that a lexicon proposes for their source; scores never do */
    const char *cpu;         /* the instruction set, as in tr_cpu_select(); NULL = best */

    /* Which of a model's languages, as tr_model_language() has them or as BCP 47; NULL = its only
     * or its own one.  The strings need not outlive tr_session_create(). */
    const char *source_language, *target_language;

    int raw; /* translate whatever there is, once: no text is copied, no sentence searched twice */
    int scores; /* whether to tell log-probabilities and scores; 0: a beam of 1 is a little faster,
                 * and has NaN in their place */
    int alignment; /* whether to tell which source tokens each target token comes from */
} tr_options;

enum { TR_MAX_BEAM = 64 };

/* Fills in the defaults, and the model's own where it has them (`model` may be NULL). */
void tr_options_init(tr_options *options, const tr_model *model);

/* ---- Translating ------------------------------------------------------------------------ */

typedef struct tr_token {
    int32_t id;
    const char *piece;
    size_t begin, end;     /* tr_tokenize: bytes of the input that the piece covers */
    float log_probability; /* translations and scores: natural logarithm */
} tr_token;

/* Which source tokens a target token comes from, as the model's attention has it: weight [n + 1],
 * in sum 1, of source_tokens first .. first + n - 1, those of its sentence, and of all else that
 * stands around them, </s> and the like. */
typedef struct tr_alignment {
    size_t first, n;
    const float *weight;
    size_t best; /* the source token of the largest weight, the first of equals; n_source_tokens
                    for what stands around */
} tr_alignment;

typedef struct tr_hypothesis {
    const char *text; /* in the form that options.output asks for */
    size_t text_len;
    float score;           /* log_probability, normalised by the length penalty */
    float log_probability; /* sum over the tokens, </s> included */
    size_t n_tokens;       /* </s> included, where the search reached it */
    const tr_token *tokens;
    const tr_alignment *alignment; /* [n_tokens]; NULL unless options.alignment */
} tr_hypothesis;

/* One line's translation.  A line of several sentences has their k-th hypotheses joined as its
 * k-th; its probability is their product and its length the sum of theirs. */
typedef struct tr_translation {
    int status;          /* TR_OK, or why this line has no translation: hypotheses[0].text is "" */
    const char *message; /* a sentence when status is not TR_OK, else "" */
    size_t line;         /* from 1: number of the line in its stream or batch */
    const char *source;  /* as given but for the line end; repaired UTF-8 */
    size_t source_len;
    const char *line_end; /* "\n", "\r\n" or "" */
    size_t n_retried;  /* sentences whose translation repeated itself or was too long or short, */
    size_t n_improved; /*   and those of them for which a second search found a better one */
    size_t n_repaired; /* bytes that were not UTF-8, or NUL, replaced by U+FFFD */
    size_t n_source_tokens;
    const tr_token *source_tokens; /* </s> not included; begin and end are 0 */
    size_t n_hypotheses;           /* at least 1, best first */
    const tr_hypothesis *hypotheses;
} tr_translation;

/* Reserves all the memory the network will ever use; what translating allocates after that is
 * text.  One thread at a time may use a session.  The model must outlive it.
 * TR_EINVAL for an option out of range, or a language that the model does not have, or was not
 * given; TR_EUNSUPPORTED; TR_EFORMAT for a bad tokenizer; TR_ENOMEM. */
int tr_session_create(tr_session **session, const tr_model *model, const tr_options *options,
                      tr_error *err);
void tr_session_free(tr_session *session); /* NULL is allowed */

/* Translates one line; a final line end is kept apart.  *result lives until the session's next
 * call.  A line that cannot be translated is not an error of this function: see its status. */
int tr_translate(tr_session *session, const char *text, size_t text_len,
                 const tr_translation **result, tr_error *err);

typedef struct tr_string {
    const char *text;
    size_t len;
} tr_string;

/* Translates `n` lines together; *results is an array [n], in their order, and lives until the
 * session's next call. */
int tr_translate_batch(tr_session *session, const tr_string *lines, size_t n,
                       const tr_translation *const **results, tr_error *err);

/* The log-probability of `target` as the translation of `source`: one hypothesis, with its
 * tokens.  Neither is split, line ends are left out, and both have the form options.input says.
 * The target may be as long as the session's length limits allow the longest source's to be. */
int tr_score(tr_session *session, tr_string source, tr_string target, const tr_translation **result,
             tr_error *err);

/* Where a stream's bytes come from and its translations go.  Each is called by one thread at a
 * time, `read` always by the thread that called tr_translate_stream(). */
typedef struct tr_stream_io {
    /* Reads at most `size` bytes: returns how many, 0 at the end, or -1 to stop with an error. */
    ptrdiff_t (*read)(void *ctx, char *bytes, size_t size);
    /* Takes one line's translation, in the order of the lines; valid during the call only.
     * 0 to go on, anything else to stop. */
    int (*write)(void *ctx, const tr_translation *translation);
    void *ctx;
} tr_stream_io;

typedef struct tr_stream_stats {
    size_t lines, failed_lines, repaired_lines;
    size_t sentences, retried, improved; /* as in tr_translation */
    size_t source_tokens, target_tokens;
    size_t cache_bytes; /* of keys and values that were in use at once, summed over the sessions */
} tr_stream_stats;

/* Translates lines until `read` ends, on options->threads threads, each with its own session.
 * Memory does not grow with the input.  A line is written as soon as all lines before it are.
 * After a failure or a stop it returns once `read` has.
 * TR_ESTOPPED when a callback stopped it; `stats` may be NULL. */
int tr_translate_stream(const tr_model *model, const tr_options *options, const tr_stream_io *io,
                        tr_stream_stats *stats, tr_error *err);

/* ---- Tokens ----------------------------------------------------------------------------- */

enum tr_side { TR_SOURCE, TR_TARGET };

typedef struct tr_tokens {
    size_t n;
    const tr_token *token; /* [n], </s> not included */
} tr_tokens;

/* Splits `text` into the pieces of the model's vocabulary.  Offsets count bytes of `text`. */
int tr_tokenize(const tr_model *model, int side, const char *text, size_t text_len,
                tr_tokens **tokens, tr_error *err);
void tr_tokens_free(tr_tokens *tokens);

/* The text that `ids` [n] stand for; free it with tr_text_free().  </s> and what follows it are
 * left out.  TR_EINVAL for an id outside the vocabulary. */
int tr_detokenize(const tr_model *model, int side, const int32_t *ids, size_t n, char **text,
                  tr_error *err);

/* The id of a piece, or that of <unk> for an unknown one; -1 when the model has no tokenizer. */
int32_t tr_piece_id(const tr_model *model, int side, const char *piece, size_t piece_len);

void tr_text_free(char *text); /* NULL is allowed */

/* ---- Evaluating ------------------------------------------------------------------------- */

enum tr_metric {
    TR_BLEU,      /* Papineni et al. 2002 */
    TR_CHRF,      /* Popovic 2015: chrF2, characters 1 to 6 */
    TR_CHRF_PLUS, /* Popovic 2017: chrF2++, and words 1 to 2 */
    TR_TER,       /* Snover et al. 2006; the lower the better */
    TR_N_METRICS
};

/* Into what words BLEU cuts a line; as in sacreBLEU. */
enum tr_bleu_words { TR_BLEU_13A, TR_BLEU_INTL, TR_BLEU_CHAR, TR_BLEU_NONE };

typedef struct tr_evaluation_options {
    unsigned metrics;    /* those wanted: 1u << TR_BLEU | ...; default all */
    int words;           /* enum tr_bleu_words; default TR_BLEU_13A */
    int lowercase;       /* BLEU and chrF see no capitals; TER never does */
    size_t n_references; /* that each line is held against; default 1 */
    int compare;         /* keep each line's counts for tr_evaluation_compare() */
} tr_evaluation_options;

void tr_evaluation_options_init(tr_evaluation_options *options);

/* Counts what the metrics need, line by line. */
typedef struct tr_evaluation tr_evaluation;

/* TR_EINVAL, TR_ENOMEM. */
int tr_evaluation_create(tr_evaluation **evaluation, const tr_evaluation_options *options,
                         tr_error *err);
void tr_evaluation_free(tr_evaluation *evaluation); /* NULL is allowed */

enum { TR_MAX_EVALUATED_LINE = 1 << 20 }; /* bytes */

/* Adds a line and its references [options.n_references], without line ends; what is not UTF-8
 * counts as U+FFFD.  TR_EINVAL for one longer than TR_MAX_EVALUATED_LINE; TR_ENOMEM. */
int tr_evaluation_add(tr_evaluation *evaluation, tr_string line, const tr_string *references,
                      tr_error *err);

/* Lines added, and how many of them were not UTF-8, or their references. */
size_t tr_evaluation_lines(const tr_evaluation *evaluation);
size_t tr_evaluation_repaired(const tr_evaluation *evaluation);

typedef struct tr_metric_score {
    const char *name; /* "BLEU", "chrF2", "chrF2++", "TER" */
    char signature[192];
    double score;         /* 0 to 100, TER's may be more; 0 while there are no lines */
    double precisions[4]; /* BLEU only: percent of the n-grams 1 to 4 */
    double brevity_penalty;
    double line_words, reference_words; /* BLEU, and the second of TER: how many in all */
    double edits;                       /* TER */
} tr_metric_score;

/* TR_EINVAL for a metric that was not wanted. */
int tr_evaluation_score(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                        tr_error *err);

/* What resampling the lines tells about two translations of the same text. */
typedef struct tr_comparison {
    char signature[192];
    double mean[2]; /* of the baseline's and the system's resampled scores */
    double half[2]; /* half the width of the interval that holds 95 % of them */
    double p_value; /* that lines which chance picks give as great a difference */
} tr_comparison;

/* Paired bootstrap resampling (Koehn 2004), with sacreBLEU's estimate of p and its random
 * numbers (numpy's default_rng).  Both had compare set, the same options and the same number of
 * lines, at least one; 1 <= n_samples <= 1000000.  TR_EINVAL, TR_ENOMEM. */
int tr_evaluation_compare(const tr_evaluation *baseline, const tr_evaluation *system, int metric,
                          size_t n_samples, uint64_t seed, tr_comparison *comparison,
                          tr_error *err);

/* ---- Converting ------------------------------------------------------------------------- */

typedef struct tr_convert_options {
    const char
        *format;       /* "marian", "bergamot", "opus", "hf", "ct2", "argos"; NULL = by the files */
    const char *input; /* the foreign model: a file or a directory */
    const char *source_vocab, *target_vocab; /* NULL = those of the input, and the same as source */
    const char *source_spm, *target_spm;     /* what cuts text into a list of pieces, likewise */
    const char *normalization;               /* of text; NULL = the input's; translate-model(5) */
    const char *shortlist;                   /* a lexicon, NULL = the input's, if it has one; */
    int shortlist_first, shortlist_best;     /*   of a text: 0 = 100 each; 1..10000 the second */
    float shortlist_threshold;
    const char *output;                            /* written beside, then renamed */
    const char *source_language, *target_language; /* NULL = what the input says */
    const char *type; /* "int8" or "float32"; NULL = int8, unless the input holds finer integers */
    const char *name, *license, *origin; /* NULL = what the input says, if anything */
    int max_source;                      /* 0 = what the input says, else 512 */
    int beam_size;                       /* 0 = the input's, or not recorded */
    int penalty;                         /* enum tr_penalty */
    float length_penalty;                /* < 0 = the input's, or not recorded */

    /* Told what was found, a sentence at a time; NULL = nobody. */
    void (*note)(void *ctx, const char *text);
    /* Told how much of the work is done, 0 to 1; anything but 0 stops it.  NULL = nobody. */
    int (*progress)(void *ctx, double done);
    void *ctx;
} tr_convert_options;

void tr_convert_options_init(tr_convert_options *options);

/* Reads a foreign model and writes one GGUF file.  A reader never sees a half-written file: it
 * gets its name when it has been opened again, has translated a line, and its tokenizer has given
 * the ids that the foreign vocabulary has.  TR_ESTOPPED when `progress` stopped it. */
int tr_convert(const tr_convert_options *options, tr_error *err);

/* ---- This machine ----------------------------------------------------------------------- */

/* The instruction set a session would use: `name` is "ref" (plain C), "neon" or "dotprod"
 * (AArch64), "avx2", "avxvnni" or "avx512" (x86-64; the last with VNNI), or NULL for the best.
 * Returns its name, or NULL when it is not known or this machine does not have it.  All give the
 * same bits. */
const char *tr_cpu_select(const char *name);

/* Whether float products run at full speed (fused multiply-add in hardware). */
int tr_cpu_has_fma(void);

/* What the library that is running was made with, and of what: fact i, counted from 0.  Returns its
 * name, such as "compiler", "instruction sets" or "ICU", and fills `value` with text for people to
 * read, cut to `size` > 0 bytes.  NULL after the last fact.  Versions are those of the libraries
 * that are running, but SentencePiece's and cJSON's are those it was compiled with. */
const char *tr_build_info(size_t i, char *value, size_t size);

#ifdef __cplusplus
}
#endif
#endif
