/*
 * translate.h - public interface of libtranslate.
 *
 * A tr_model is a translation model.  It is mapped into memory and never changes, so that any
 * number of threads may share it.  A file that is written to meanwhile is noticed.  A tr_session is
 * the working memory of one thread.  The library never prints, never exits and keeps no global
 * state.
 *
 * Threads.  Functions of a const tr_model, tr_glossary or tr_evaluation, and those of a tr_service,
 * may be called by any number of threads at once; those of anything else, by one thread at a time,
 * which need not be the one that made it.  Nothing is closed or freed while another thread uses it.
 * A callback is called by the thread that its comment names, never with a lock that the library's
 * functions want, but where it says so.  After fork() a child has models and glossaries, but no
 * service, stream or session whose threads were left behind: it makes its own.
 *
 * Versions.  Within one soname nothing is taken away, and no field moves.  A structure may get
 * fields at its end, but for tr_error, tr_string, tr_sampling, tr_remembered, tr_stream_io,
 * tr_translation_memory, tr_observer and tr_document_languages, which never change.  A program does
 * not copy what the library returns a pointer to, and reaches elements of arrays by the functions
 * that return them.
 *
 * A function that can fail returns TR_OK (0) or a negative enum tr_status.  When it fails it fills
 * *err; err may be NULL.  All text is UTF-8, and its length is given in bytes; text that the
 * library returns also ends in a NUL.
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
    TR_ESTOPPED = -8,     /* a callback asked to stop */
    TR_EBUSY = -9         /* there is too much to do already */
};

/* An error: a sentence fit to print after "program: ". */
typedef struct tr_error {
    int code;
    char msg[1024];
} tr_error;

typedef struct tr_model tr_model;
typedef struct tr_session tr_session;

/* ---- Models ----------------------------------------------------------------------------- */

/* Maps the model file at `path` and checks its structure.  Close *model with tr_model_close() after
 * the last session that uses it.
 * TR_EIO, TR_EFORMAT, TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_model_open(tr_model **model, const char *path, tr_error *err);
void tr_model_close(tr_model *model); /* NULL is allowed */

/* Has SentencePiece itself cut text into pieces and join them, which takes longer to open.  If this
 * is not asked for, the library does so where it gives the same pieces.  To be called before
 * anything else is done with the model. */
void tr_model_use_sentencepiece(const tr_model *model);

/* Checks every weight, and the digest of the tensor data.  This reads the whole file. */
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
    const char *language_token; /* of the source: "none", "before" or "after" the text, "target" */
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
 * of that data.  They are those that the model was opened with, whatever its name means by now, and
 * are valid as long as the model. */
const void *tr_model_header(const tr_model *model, size_t *n);

/* The file's metadata.  tr_model_metadata() returns the key of entry i, and writes its value to
 * `value` as text for people to read, cut to `size` bytes. */
size_t tr_model_metadata_count(const tr_model *model);
const char *tr_model_metadata(const tr_model *model, size_t i, char *value, size_t size);

/* ---- Options ---------------------------------------------------------------------------- */

enum tr_format { TR_TEXT, TR_PIECES, TR_IDS };
enum tr_split { TR_SPLIT_SENTENCE, TR_SPLIT_NONE };
enum tr_precision { TR_PRECISION_AUTO, TR_PRECISION_INT8, TR_PRECISION_FLOAT32 };
enum tr_shortlist_use {
    TR_SHORTLIST_AUTO, /* if the model has one */
    TR_SHORTLIST_ON,   /* the model must have one */
    TR_SHORTLIST_OFF
};
enum tr_penalty {
    TR_PENALTY_POWER, /* score = log p / length^a */
    TR_PENALTY_GNMT   /* score = log p / ((5 + length) / 6)^a, Wu et al. 2016 */
};

/* A user's own words: terms, and how they are translated. */
typedef struct tr_glossary tr_glossary;

/* Reads a file of one term a line: the term, a tab, its translation, and perhaps more columns, as
 * translate(1) has them; or CSV or TBX, by the file's name.  A term without a translation is kept
 * as it is.  A pipe is read to its end.  Any number of threads may share a glossary.  TR_EIO;
 * TR_EFORMAT for bytes that are not UTF-8, and where a term has two translations, or none is there
 * at all; TR_EUNSUPPORTED for a file that is too large, and for TBX in a build without expat;
 * TR_ENOMEM. */
int tr_glossary_open(tr_glossary **glossary, const char *path, tr_error *err);

/* The same of bytes [size] that are such a file of that name. */
int tr_glossary_read(tr_glossary **glossary, const char *name, const void *bytes, size_t size,
                     tr_error *err);
void tr_glossary_free(tr_glossary *glossary); /* NULL is allowed */
size_t tr_glossary_terms(const tr_glossary *glossary);

/* SHA-256 of the file that was read, as 64 digits. */
const char *tr_glossary_digest(const tr_glossary *glossary);

/* Words drawn by their probabilities, instead of a search for the most probable translation. */
typedef struct tr_sampling {
    int on;
    float temperature; /* 0.001..1000: probabilities are those of logits / temperature; default 1 */
    int top_k;         /* of these, only the k most probable words are drawn; 0 = all; */
    float top_p;       /* of these, only the fewest whose probabilities sum up to p, 0 < p <= 1;
                        * default 1 */
    uint64_t seed;     /* decides what is drawn, together with the place of the word: the line's
                        * number, the sentence, the hypothesis, the step */
} tr_sampling;

typedef struct tr_options {
    size_t size;          /* of the structure as the program knows it; tr_options_init() sets it */
    int beam_size;        /* hypotheses kept per sentence, 1..TR_MAX_BEAM; 1 = greedy search */
    int n_best;           /* translations wanted per sentence, 1..beam_size */
    int penalty;          /* enum tr_penalty */
    float length_penalty; /* the exponent a; the length counts </s> */
    int min_length;       /* target tokens before </s> may come */
    float max_length_factor; /* a translation has at most */
    int max_length;          /*   factor * source tokens + max_length tokens, </s> included */
    size_t batch_tokens;     /* source tokens in flight per session; 0 = a default */
    int threads;             /* of tr_translate_stream() only; 0 = one per usable core */
    int input, output;       /* enum tr_format; other than TR_TEXT implies TR_SPLIT_NONE */
    int split;               /* enum tr_split: whether a line is cut into its sentences */
    int precision;           /* enum tr_precision */
    int shortlist;           /* enum tr_shortlist_use: whether translations choose among the words
                              * that a lexicon proposes for their source; scores never do */
    const char *cpu;         /* the instruction set, as in tr_cpu_select(); NULL = best */

    /* The languages of source and translation: as tr_model_language() spells them, or in BCP 47.
     * NULL = the model's own, or its only one.  tr_session_create() copies what it needs. */
    const char *source_language, *target_language;

    /* Constraints on the words of translations; NULL and 0: none.  tr_score() ignores it. */
    const char *prefix; /* how the translation of each line begins; its last word may go on, unless
                         * it ends in a blank */
    const char *const *banned; /* [n_banned] words that no translation has; what is in small letters
                                * stands for all its forms */
    size_t n_banned;
    const char *const
        *kept; /* [n_kept] extended regular expressions of POSIX: what they match stays
                * as it is.  Not if raw.  tr_session_create() copies what it needs */
    size_t n_kept;
    int no_repeat_ngram; /* no group of this many tokens comes twice */
    const tr_glossary
        *glossary; /* must outlive the session.  A term that is found in a source takes
                    * the place of the model's own word for it, in a form that fits */

    tr_sampling sampling; /* n_best translations are drawn; beam_size is n_best.  No glossary */
    int diverse;          /* parts of the beam, 2..beam_size, that say different words (Vijayakumar
                           * et al. 2016); the n-best are the best of each part, then the second
                           * best.  0 = one beam.  No glossary, no sampling */
    float diversity;      /* what each part that took a word in this step takes from the log
                           * probability of the word in the parts that follow; default 0.5 */

    const struct tr_translation_memory
        *memory; /* is asked before anything is translated, and told what is; NULL =
                  * none.  Must outlive the session.  What it has is taken as it is: it
                  * should know of translations with these options.  One translation of
                  * each line, as text, without alignment; no sampling.  tr_score()
                  * ignores it */

    int raw;    /* translate everything, and once: no text is copied untranslated, and no sentence
                 * is searched a second time */
    int scores; /* tell log-probabilities and scores.  Without them a beam of 1 is a little faster,
                 * and NaN takes their place */
    int alignment;                      /* tell which source tokens each target token comes from */
    const struct tr_observer *observer; /* what a session tells how it works; NULL = nothing.  Must
                                         * outlive the session; tr_translate_stream() has none */
    struct tr_given *given;             /* what tr_options_set() keeps */
    const char *keep_file; /* path of a file of syntaxes, rows as docs/syntax.md says: what they
                            * match stays as it is, as that of `kept`.  NULL = none */
} tr_options;

enum { TR_MAX_BEAM = 64 };

/* Fills in the defaults: those of the model where it has some.  `model` may be NULL. */
void tr_options_init(tr_options *options, const tr_model *model);

/* The same in memory of the library's, for programs that set options by name alone: they need not
 * know the structure.  NULL when there is no memory. */
tr_options *tr_options_create(const tr_model *model);
void tr_options_free(tr_options *options); /* NULL is allowed */

/* An option by name.  Names and values are those of the command line: "beam", "4". */
typedef struct tr_option {
    const char *name;
    const char *argument; /* what its value is: "N", "on|off", .. */
    const char *help;
} tr_option;

/* Option i, counted from 0; NULL after the last one. */
const tr_option *tr_option_at(size_t i);

/* Sets an option, which keeps a copy of the value; "ban" and "keep" may be set several times.
 * `value` NULL: the default again.  The order does not matter: "n-best" alone makes the beam as
 * wide as it needs.  What options say together is checked where they are used.  Options that were
 * set so are given back by tr_options_free() or tr_options_clear(); no copy of them may be used
 * after that. TR_EINVAL for an unknown name or a value that the option cannot have; errors of
 * tr_glossary_open(); TR_ENOMEM. */
int tr_options_set(tr_options *options, const char *name, const char *value, tr_error *err);

/* Writes the option's value to value [size] as text that tr_options_set() takes, cut to `size`
 * bytes with a NUL; of a list, one a line.  Returns the bytes of the whole value, 0 where nothing
 * is said; -1 for an unknown name. */
ptrdiff_t tr_options_get(const tr_options *options, const char *name, char *value, size_t size);

/* Gives back what tr_options_set() keeps of options in the caller's memory; the options are those
 * of tr_options_init() again. */
void tr_options_clear(tr_options *options);

/* ---- Translating ------------------------------------------------------------------------ */

typedef struct tr_token {
    int32_t id;
    const char *piece;
    size_t begin, end; /* bytes that the piece covers: tr_tokenize: of the input; translations with
                          options.alignment: of the source or of the hypothesis's text; else 0 */
    float log_probability; /* translations and scores: natural logarithm */
} tr_token;

/* Which source tokens a target token comes from, according to the model's attention.  The sum of
 * the weights is 1. */
typedef struct tr_alignment {
    size_t first, n;     /* source_tokens first .. first + n - 1 are those of its sentence */
    const float *weight; /* [n + 1]: one for each of them; the last for all tokens that surround a
                            sentence, as </s> does */
    size_t best;         /* the source token with the largest weight (the first one of equals), or
                            n_source_tokens when that is the last weight */
} tr_alignment;

typedef struct tr_hypothesis {
    const char *text; /* in the format options.output */
    size_t text_len;
    float score;           /* log_probability, normalised by the length penalty */
    float log_probability; /* the sum over the tokens, </s> included */
    size_t n_tokens;       /* </s> included, unless the search ended before it */
    const tr_token *tokens;
    const tr_alignment *alignment; /* [n_tokens]; NULL unless options.alignment */
} tr_hypothesis;

/* One line's translation.  In a line of several sentences, hypothesis k joins the hypotheses k of
 * the sentences: its probability is the product of their probabilities, its length the sum of their
 * lengths. */
typedef struct tr_translation {
    int status;          /* TR_OK, or why the line has no translation: hypotheses[0].text is "" */
    const char *message; /* a sentence when status is not TR_OK, else "" */
    size_t line;         /* the number of the line in its stream or batch, from 1 */
    const char *source;  /* as it was given, but without the line end, and in valid UTF-8 */
    size_t source_len;
    const char *line_end; /* "\n", "\r\n" or "" */
    size_t n_retried;     /* sentences that were searched a second time, since their translation
                           * repeated itself, was too long or too short, or lacked a number, or
                           * made one up */
    size_t n_improved;    /* sentences whose second search found a better translation */
    size_t n_lost;        /* numbers, signs of currencies, placeholders, codes and names of files of
                           * the source that the translation lacks; one more where it has nothing
                           * but those, or makes up a number */
    size_t n_terms;       /* occurrences of the glossary's that the source has, */
    size_t n_terms_placed;  /*   those of them that were put in the place of other words, */
    size_t n_terms_missing; /*   and those that the translation lacks; it says the rest by itself */
    int remembered;         /* what options.memory said of it, not 0: there are no tokens */
    size_t n_repaired;      /* bytes that were NUL or not UTF-8; U+FFFD replaces them */
    size_t n_source_tokens;
    const tr_token *source_tokens; /* </s> not included */
    size_t n_hypotheses;           /* at least 1, best first */
    const tr_hypothesis *hypotheses;
} tr_translation;

/* Reserves all memory that the network will ever use.  After that, translating allocates memory for
 * text only.  One thread at a time may use a session.  The model must outlive the session.
 * TR_EINVAL for an option that is out of range, and for a language that the model does not have, or
 * that it needs and was not given; TR_EUNSUPPORTED; TR_EFORMAT for a bad tokenizer; TR_ENOMEM. */
int tr_session_create(tr_session **session, const tr_model *model, const tr_options *options,
                      tr_error *err);
void tr_session_free(tr_session *session); /* NULL is allowed */

/* Translates one line; a line end at its end is kept apart.  Balanced tags within it, as <b>big
 * cat</b>, are marks: the tokens are those of the line without them, and each hypothesis has them
 * at the words that they stood at; one without a place for them is left out.  *result lives until
 * the session's next call.  The function also succeeds for a line that cannot be translated: the
 * result's status tells why.  TR_EFORMAT when the model's file was written to since it was opened:
 * no memory is told of such a line; TR_ENOMEM. */
int tr_translate(tr_session *session, const char *text, size_t text_len,
                 const tr_translation **result, tr_error *err);

typedef struct tr_string {
    const char *text;
    size_t len;
} tr_string;

/* Translates `n` lines together.  *results is an array [n] in the order of the lines; it lives
 * until the session's next call. */
int tr_translate_batch(tr_session *session, const tr_string *lines, size_t n,
                       const tr_translation *const **results, tr_error *err);

/* Elements of a translation's arrays, whatever their size is in the library that is running; NULL
 * where there is no such element, or no such thing was asked for.  Programs that shall run with
 * later versions take these, and no index. */
const tr_hypothesis *tr_translation_hypothesis(const tr_translation *translation, size_t k);
const tr_token *tr_translation_source_token(const tr_translation *translation, size_t i);
const tr_token *tr_hypothesis_token(const tr_hypothesis *hypothesis, size_t i);
const tr_alignment *tr_hypothesis_alignment(const tr_hypothesis *hypothesis, size_t i);

/* Finds the log-probability of `target` as the translation of `source`: *result has one hypothesis,
 * with its tokens.  Both strings have the format options.input; they are not split, and their line
 * ends are left out.  The target may have as many tokens as the session allows for the translation
 * of the longest source. */
int tr_score(tr_session *session, tr_string source, tr_string target, const tr_translation **result,
             tr_error *err);

/* Where a stream's bytes come from, and where its translations go.  Each function is called by one
 * thread at a time; `read` is called by the thread that called tr_translate_stream(). */
typedef struct tr_stream_io {
    /* Reads at most `size` bytes.  Returns their number, 0 at the end, or -1 to stop with an
     * error. */
    ptrdiff_t (*read)(void *ctx, char *bytes, size_t size);
    /* Takes one line's translation; they come in the order of the lines.  The translation is valid
     * during the call only.  Returns 0 to go on, anything else to stop. */
    int (*write)(void *ctx, const tr_translation *translation);
    void *ctx;
} tr_stream_io;

typedef struct tr_stream_stats {
    size_t lines, failed_lines, repaired_lines;
    size_t sentences, retried, improved, lost; /* as in tr_translation */
    size_t terms, terms_placed, terms_missing; /* likewise */
    size_t source_tokens, target_tokens;
    size_t cache_bytes; /* the most keys and values in use at once, summed over the sessions */
} tr_stream_stats;

/* Adds what another stream has counted; of `cache_bytes` the larger stays. */
void tr_stream_stats_add(tr_stream_stats *sum, const tr_stream_stats *s);

/* Translates lines until `read` ends, on options->threads threads; each has its own session. Memory
 * does not grow with the input.  A line is written as soon as it is translated and all lines before
 * it are written.  After a failure, or when a callback stops the stream, it returns as soon as the
 * call of `read` that is under way has returned.  TR_ESTOPPED when a callback stopped it, or the
 * errors of tr_session_create() and tr_translate().  `stats` may be NULL. */
int tr_translate_stream(const tr_model *model, const tr_options *options, const tr_stream_io *io,
                        tr_stream_stats *stats, tr_error *err);

/* ---- Service ---------------------------------------------------------------------------- */

/* Translates what any thread hands in, for clients that take turns: a client of many lines does not
 * keep others waiting.  Translations are those of tr_translate(), whatever else is translated. */
typedef struct tr_service tr_service;

/* Some lines that were handed in together. */
typedef struct tr_ticket tr_ticket;

typedef struct tr_service_limits {
    size_t bytes;        /* of text that was handed in and is not done; 0 = 4 MiB; */
    size_t client_bytes; /*   the same of one client; 0 = half of `bytes` */
} tr_service_limits;

/* Up to options->threads threads, which are started as work comes.  Model, options and what these
 * point to must outlive the service.  `limits` may be NULL.  Errors are those of
 * tr_session_create(). */
int tr_service_create(tr_service **service, const tr_model *model, const tr_options *options,
                      const tr_service_limits *limits, tr_error *err);

/* Waits until all that was handed in is done or was let go.  No ticket may be left, and no stream
 * or document of the service may be under way.  NULL is allowed. */
void tr_service_free(tr_service *service);

typedef struct tr_job {
    uint64_t client; /* whose turn it takes: any number */
    int n_best;    /* translations wanted of each line; 0 = 1.  More than one, and alignments, have
                    * the memory of the options neither asked nor told */
    int alignment; /* as in tr_options; of a model that has alignments, for text */
    double deadline; /* seconds of CLOCK_MONOTONIC: lines that are not done by then fail with
                      * TR_ESTOPPED; 0 = none */

    /* Is called once for each line, i counted from 0, in any order, by any thread, one at a time.
     * The translation is valid during the call only.  It must not wait, nor use the service. */
    void (*done)(void *ctx, size_t i, const tr_translation *translation);
    void *ctx;
} tr_job;

/* Hands lines [n] in, which are copied.  Errors: TR_EBUSY when they would be more than the limits
 * allow, unless nothing else is under way; TR_EINVAL, TR_ENOMEM. */
int tr_service_submit(tr_service *service, const tr_job *job, const tr_string *lines, size_t n,
                      tr_ticket **ticket, tr_error *err);

/* Lets a ticket go.  Lines that are not done are not translated any further, and done() is not
 * called after this has returned.  NULL is allowed. */
void tr_ticket_free(tr_ticket *ticket);

/* Bytes of text that were handed in, and are not done. */
size_t tr_service_load(tr_service *service);

/* tr_translate_stream() by the threads of a service, for a client.  No limits hold: it hands in as
 * much as is translated at once.  stats->cache_bytes is 0. */
int tr_service_stream(tr_service *service, uint64_t client, const tr_stream_io *io,
                      tr_stream_stats *stats, tr_error *err);

/* ---- Memory ----------------------------------------------------------------------------- */

/* A translation that a memory has.  Its score and log-probability may be NaN: not known. */
typedef struct tr_remembered {
    char *text; /* [text_len], in memory of malloc(), which the library frees */
    size_t text_len;
    float score, log_probability;
} tr_remembered;

enum { TR_STAYS = 2 };

/* What a text is that a memory is asked for: a line, or a segment of a document without marks; a
 * segment with marks, as tr_document_get() has it; or a sentence of a line that the memory does not
 * have, which is asked for where no scores are wanted: those of a line cannot be told then. */
enum { TR_OF_LINE, TR_OF_MARKS, TR_OF_SENTENCE };

/* A translation memory.  Several threads may call both functions at once. */
typedef struct tr_translation_memory {
    void *ctx;

    /* Looks a source up, valid UTF-8 without NULs, and fills *found: 1, or TR_STAYS where the
     * source itself is its translation; or 0 when it is not there.  `what`: TR_OF_... */
    int (*find)(void *ctx, int what, tr_string source, tr_remembered *found);

    /* Is told of each new translation, and of those of the sentences of a line that has several. It
     * does not fail; *found is the caller's. */
    void (*add)(void *ctx, int what, tr_string source, const tr_remembered *found);
    int is_steady; /* says the same of a text at any time: equal lines are asked for once */
} tr_translation_memory;

/* ---- Documents -------------------------------------------------------------------------- */

/* A document is bytes of some format with text in them.  Its segments are stretches of text, such
 * as paragraphs, cells and values, with marks in them (tags and the like).  Only text is
 * translated, and only the bytes of text are replaced. */
typedef struct tr_document tr_document;

typedef struct tr_document_options {
    const char *format;   /* the name of a tr_document_format; NULL = by name and content */
    const char *encoding; /* as iconv() calls it; NULL = what the document says, else UTF-8 */
    const char *columns;  /* of tables, those that are translated: "2,4-6", or names that the first
                             row has, which stays then; NULL = all */
    int header;           /* of tables: the first row is not translated */
    const char *keys; /* of data, those whose values are translated: "text,menu.*"; NULL = all whose
                         values look like text */
    int single_cues;  /* of subtitles: each cue by itself, even if a sentence goes over several */
    const char *source_language; /* BCP 47; NULL = what the document says */
    const char *target_language; /* the same of the translation; TMX needs it */
    int mark_review;  /* what was translated says that it wants a review, in the word that the
                         format has: 0 = the state of XLIFF, 1 = PO and TMX, too, -1 = nothing */
    int redo_fuzzy;   /* PO: entries that are fuzzy are translated again, and stay fuzzy */
    int set_language; /* where the document says its language, it says that of the translation */
    int bilingual;    /* translations stand beside their sources, in formats that have a way */
    const char *not_keys;   /* of data, those whose values are not translated */
    const char *attributes; /* of HTML, those that are text: "alt,title"; NULL = those that people
                               see or hear */
    int keep_anchors;       /* Markdown: translated headings keep the ids of the source's */
} tr_document_options;

/* Abilities of formats.  Options of documents that need one that the format lacks are refused. */
enum {
    TR_TAKES_COLUMNS = 1,    /* options.columns, options.header */
    TR_TAKES_KEYS = 2,       /* options.keys, options.not_keys */
    TR_TAKES_ATTRIBUTES = 4, /* options.attributes */
    TR_TAKES_CUES = 8,       /* options.single_cues */
    TR_IS_BILINGUAL = 16,    /* options.bilingual */
    TR_SAYS_LANGUAGE = 32,   /* a document may say its language: options.set_language */
    TR_IS_ARCHIVE = 64,      /* a document is a zip archive, of other bytes than text */
    TR_FILLS = 128,        /* translations stand beside sources: what is translated is no segment */
    TR_MARKS_REVIEW = 256, /* options.mark_review, options.redo_fuzzy */
    TR_KEEPS_ANCHORS = 512 /* options.keep_anchors; in HTML ids stay whatever it says */
};

typedef struct tr_document_format {
    const char *name;       /* "html" */
    const char *extensions; /* " .html .htm ": endings of files' names, each between blanks */
    unsigned can;           /* the abilities, added */
} tr_document_format;

/* Format i, counted from 0; NULL after the last one.  Later versions may add fields at the end. */
const tr_document_format *tr_document_format_at(size_t i);

/* The format that a document seems to have by its name and its first bytes; NULL if none. */
const char *tr_document_guess(const char *name, const void *bytes, size_t size);

/* Bytes of the largest document.  A larger one is refused by its size: its bytes need not be there.
 */
enum { TR_MAX_DOCUMENT = 256 << 20 };

/* Finds the segments of a document.  `bytes` [size] and the strings of the options must outlive it;
 * `name` is for messages.  TR_EINVAL for a format that is not known, TR_EFORMAT for bytes that are
 * not of the format, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_document_open(tr_document **document, const char *name, const void *bytes, size_t size,
                     const tr_document_options *options, tr_error *err);
void tr_document_free(tr_document *document); /* NULL is allowed */

/* The languages that a document says of itself, BCP 47; "" where it says none: the source of HTML
 * and XML (lang) and of ARB (@@locale), the translation's of PO (Language; and X-Source-Language),
 * and both of XLIFF and TMX.  `format` NULL: by name and content. */
typedef struct tr_document_languages {
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
} tr_document_languages;
void tr_document_say_languages(const char *name, const void *bytes, size_t size, const char *format,
                               tr_document_languages *said);

typedef struct tr_document_segment {
    const char *where; /* in the document, for people: "p", "menu.file", "00:01:02" */
    const char
        *text; /* mark k, counted from 1, is <k> and </k> around its text, or <k/>; "&lt;" and
                  "&amp;" stand for "<" and "&" */
    size_t text_len;
    size_t n_marks;
    const char *left; /* why its translation was not taken, for people; NULL: no such thing */
    size_t n_lost;    /* as in tr_translation */
} tr_document_segment;

size_t tr_document_segment_count(const tr_document *document);

/* Segment i < count; its text lives until the next call.  TR_ENOMEM. */
int tr_document_get(tr_document *document, size_t i, tr_document_segment *segment, tr_error *err);

/* The text that takes the place of segment i, with the same marks, each in the same mark as before.
 * TR_EINVAL for other marks or placeholders: the segment stays as it is; TR_ENOMEM. */
int tr_document_put(tr_document *document, size_t i, const char *text, size_t text_len,
                    tr_error *err);

/* Why a stretch of a document's text is not read, and stays. */
enum tr_unread {
    TR_UNREAD_UTF8,  /* it is not UTF-8 */
    TR_UNREAD_NUL,   /* it has a NUL */
    TR_UNREAD_HALF,  /* it has half a character of UTF-16 */
    TR_UNREAD_MARKS, /* its marks are too many, or cut it */
    TR_UNREAD_CROWD, /* it is too long, deep or wide for Markdown to be read */
    TR_UNREAD_FORM,  /* it is not well-formed, or no text */
    TR_UNREAD_REASONS
};

typedef struct tr_document_stats {
    size_t segments;   /* that were found */
    size_t translated; /* that have another text now */
    size_t repeated;   /* whose text an earlier one had */
    size_t cut;        /* translated in parts: a mark had no place in the whole */
    size_t left;       /* left as they were: what came out would have changed more than text */
    size_t lost;       /* translated, but with n_lost > 0 */
    size_t unread;     /* stretches of text that are not read, and so are no segments, */
    size_t unread_for[TR_UNREAD_REASONS]; /*   by their reasons */
    int not_utf8;       /* some of those are not UTF-8, and the document says no encoding */
    int ends_signature; /* it was signed, and its signature is not one of this text */
    const char *source_language, *target_language; /* that XLIFF and TMX say; NULL = none */
    size_t done;      /* units of a catalogue that have a translation already: they stay */
    size_t passed;    /* texts of a kind that is not read: blocks and values of YAML over several
                         lines, units of XLIFF in too many segments; and the forms of plurals and
                         choices in braces, as in ICU's messages: they stay */
    size_t completed; /* plurals of such messages that have the forms of the target language now,
                         with the translation of "other" in each */
} tr_document_stats;

/* What reading the document found: segments, unread, not_utf8, done, passed, and the languages. */
void tr_document_get_stats(const tr_document *document, tr_document_stats *stats);

/* Translates all segments.  Options are those of tr_translate_stream(), for text.  Marks go where
 * the model's attention places them; a model without alignments translates the text between them.
 * `progress` is called with the part of the work that is done, and returns 0 to go on; NULL = no
 * call.  `stats` of the stream may be NULL.  Errors as tr_translate_stream(). */
int tr_document_translate(tr_document *document, const tr_model *model, const tr_options *options,
                          int (*progress)(void *ctx, double done), void *ctx,
                          tr_stream_stats *stats, tr_error *err);

/* The same by the threads of a service, for a client. */
int tr_document_translate_by(tr_document *document, tr_service *service, uint64_t client,
                             int (*progress)(void *ctx, double done), void *ctx,
                             tr_stream_stats *stats, tr_error *err);

/* The document as it is now.  It is read again first: a segment that is not found again with its
 * marks goes back to its source.  *bytes lives as long as the document, until the next call.
 * TR_ENOMEM. */
int tr_document_finish(tr_document *document, const char **bytes, size_t *size,
                       tr_document_stats *stats, tr_error *err);

/* ---- Observing -------------------------------------------------------------------------- */

/* A session with options.observer tells the observer what network and search do, while they do it.
 * It takes one sentence after the other.  No translation and no number differs from those of a
 * session without an observer.  What a callback is given is valid during the call only. */

enum tr_attention_kind {
    TR_ENCODER_SELF, /* of the encoder, to the source */
    TR_DECODER_SELF, /* of the decoder, to its own past; a decoder of SSRUs has none */
    TR_CROSS         /* of the decoder, to the source */
};

/* Attention of one row of a layer, in all heads (Vaswani et al. 2017, section 3.2). */
typedef struct tr_attention_row {
    int kind;     /* enum tr_attention_kind */
    size_t layer; /* from 0 */
    size_t row;   /* encoder: the position in the source; decoder: the hypothesis, by its number
                   * among those that live in this step */
    size_t step;  /* decoder: steps before this one */
    size_t n;     /* positions that the row looks at: the source's ids; or the steps so far */
    size_t n_heads, d_head; /* d_head is 0 where scores are locations */
    const float *query;     /* [n_heads, d_head], as it was scored */
    const void *network;    /* for the two functions below */
} tr_attention_row;

/* The weight of position j < n in `head`: softmax of the scores, which are query * key /
 * sqrt(d_head) unless the model has others. */
float tr_attention_weight(const tr_attention_row *row, size_t head, size_t j);

/* The key of position j, key [n_heads, d_head], as the query was multiplied with it. */
void tr_attention_key(const tr_attention_row *row, size_t j, float *key);

/* A search begins: a sentence, or a part of one that is too long for the model. */
typedef struct tr_search_begin {
    size_t begin, end; /* its bytes of the source */
    const int32_t *ids;
    size_t n_ids;    /* all that the encoder reads */
    size_t n_before; /* ids before those of the text */
    size_t n_tokens; /* ids of the text */
    int again;       /* the second search of a sentence; the encoder does not run again */
} tr_search_begin;

enum { TR_LEAST_CANDIDATES = 5 }; /* of each hypothesis that an observer is told */

enum tr_fate {
    TR_KEPT,   /* it is a hypothesis of the next step */
    TR_ENDED,  /* it ended with </s>, and competes for the best score */
    TR_DROPPED /* others were more probable */
};

/* A token that may follow a hypothesis, and what became of both.  Each hypothesis has as many as
 * the beam is wide, at least TR_LEAST_CANDIDATES, unless fewer may follow. */
typedef struct tr_candidate {
    size_t step; /* the decoder's, from 0 */
    size_t from; /* the hypothesis: its number among those that live in this step */
    size_t rank; /* among the candidates of this hypothesis, from 0 */
    int32_t id;
    float log_probability; /* of the token */
    float total;           /* of the hypothesis with the token */
    float score;           /* the same, normalised by the length penalty */
    int fate;              /* enum tr_fate */
    size_t to;             /* TR_KEPT: its number among those that live in the next step */
} tr_candidate;

enum tr_end_reason {
    TR_END_FULL,    /* every place of the beam holds a hypothesis that ended */
    TR_END_SETTLED, /* no hypothesis that lives can still enter the n-best */
    TR_END_LIMIT,   /* the longest length; hypotheses count as they are */
    TR_END_LOOP,    /* the best hypothesis repeats itself; likewise */
    TR_END_FAILED   /* there is no translation */
};

typedef struct tr_search_end {
    int reason; /* enum tr_end_reason */
    int kept;   /* whether the sentence's translation is this search's */
    size_t n;
    const int32_t *ids; /* [n] of the best hypothesis; a token that is forced is not among them */
} tr_search_end;

/* Parts of the network, and of the search. */
enum tr_network_part {
    TR_PART_EMBEDDING,
    TR_PART_ENCODER_ATTENTION,
    TR_PART_ENCODER_FFN,
    TR_PART_SOURCE_KEYS,       /* the decoder's keys and values of the source */
    TR_PART_DECODER_ATTENTION, /* to its own past, or SSRU */
    TR_PART_CROSS_ATTENTION,
    TR_PART_DECODER_FFN,
    TR_PART_OUTPUT, /* from the decoder's states to log-probabilities */
    TR_PART_SEARCH,
    TR_N_PARTS
};

/* Callbacks of the session; NULL: no call. */
typedef struct tr_observer {
    void *ctx;
    void (*begin)(void *ctx, const tr_search_begin *begin);
    void (*attention)(void *ctx, const tr_attention_row *row);
    void (*candidate)(void *ctx, const tr_candidate *candidate);
    void (*end)(void *ctx, const tr_search_end *end);
    void (*part)(void *ctx, int part); /* a part begins; the one before it is over */
} tr_observer;

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

/* The text that `ids` [n] stand for; free it with tr_text_free().  The first </s> ends the text.
 * TR_EINVAL for an id that is not in the vocabulary. */
int tr_detokenize(const tr_model *model, int side, const int32_t *ids, size_t n, char **text,
                  tr_error *err);

/* The id of a piece.  A piece that is not in the vocabulary has the id of <unk>; -1 when the model
 * has no tokenizer. */
int32_t tr_piece_id(const tr_model *model, int side, const char *piece, size_t piece_len);

/* The piece of an id, which lives as long as the model; "" when the model has no tokenizer, or no
 * such id. */
const char *tr_id_piece(const tr_model *model, int side, int32_t id);

void tr_text_free(char *text); /* NULL is allowed */

/* ---- Evaluating ------------------------------------------------------------------------- */

enum tr_metric {
    TR_BLEU,      /* Papineni et al. 2002 */
    TR_CHRF,      /* Popovic 2015: chrF2, characters 1 to 6 */
    TR_CHRF_PLUS, /* Popovic 2017: chrF2++, and words 1 to 2 */
    TR_TER,       /* Snover et al. 2006; a lower score is better */
    TR_N_METRICS
};

/* How BLEU cuts a line into words; the names are sacreBLEU's. */
enum tr_bleu_words {
    TR_BLEU_13A,
    TR_BLEU_INTL,
    TR_BLEU_CHAR,
    TR_BLEU_NONE,
    TR_BLEU_ZH,
    TR_BLEU_SPM, /* the pieces of a SentencePiece model */
    TR_BLEU_CUT  /* those that a function of the caller's finds */
};

typedef struct tr_evaluation_options {
    unsigned metrics;    /* the metrics wanted: 1u << TR_BLEU | ...; default all */
    int words;           /* enum tr_bleu_words; default TR_BLEU_13A */
    int lowercase;       /* BLEU and chrF ignore case; TER always does */
    size_t n_references; /* of each line; default 1 */
    int compare;         /* keep the counts of each line, for tr_evaluation_compare() */
    int ter_normalized;  /* TER sets marks apart, as tercom's normalisation does */
    int ter_asian; /* and characters of Chinese and Japanese; nothing without ter_normalized */

    const char *spm;        /* TR_BLEU_SPM: the model's path, while the evaluation is created */
    const char *words_name; /* of TR_BLEU_SPM and TR_BLEU_CUT in signatures: "flores200" */
    /* TR_BLEU_CUT: *words is the line with blanks between its words, and lives until the next
     * call.  0, or an error of enum tr_status. */
    int (*cut)(void *ctx, tr_string line, tr_string *words);
    void *cut_ctx;
} tr_evaluation_options;

void tr_evaluation_options_init(tr_evaluation_options *options);

/* Counts what the metrics need, line by line. */
typedef struct tr_evaluation tr_evaluation;

/* TR_EINVAL, TR_ENOMEM. */
int tr_evaluation_create(tr_evaluation **evaluation, const tr_evaluation_options *options,
                         tr_error *err);
void tr_evaluation_free(tr_evaluation *evaluation); /* NULL is allowed */

enum { TR_MAX_EVALUATED_LINE = 1 << 20 }; /* bytes */

/* Adds a line and its references [options.n_references], without line ends.  Bytes that are not
 * UTF-8 count as U+FFFD.  TR_EINVAL for a line longer than TR_MAX_EVALUATED_LINE; TR_ENOMEM. */
int tr_evaluation_add(tr_evaluation *evaluation, tr_string line, const tr_string *references,
                      tr_error *err);

/* The number of lines added; the number of lines that were not UTF-8, or had a reference that was
 * not. */
size_t tr_evaluation_lines(const tr_evaluation *evaluation);
size_t tr_evaluation_repaired(const tr_evaluation *evaluation);

typedef struct tr_metric_score {
    const char *name; /* "BLEU", "chrF2", "chrF2++", "TER" */
    char signature[192];
    double score;         /* 0 to 100; TER may be more; 0 while there are no lines */
    double precisions[4]; /* BLEU only: of the n-grams 1 to 4, in percent */
    double brevity_penalty;
    double line_words;      /* BLEU: the number of words in all lines */
    double reference_words; /* BLEU and TER: the same of the references */
    double edits;           /* TER */
} tr_metric_score;

/* TR_EINVAL for a metric that is not among options.metrics. */
int tr_evaluation_score(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                        tr_error *err);

/* The same of the line that was added last, which must be there.  Its BLEU leaves out the orders of
 * n-grams that the line is too short for: "eff:yes". */
int tr_evaluation_score_line(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                             tr_error *err);

/* Result of resampling the lines of two translations of the same text; [0] is the baseline's
 * value, [1] the system's. */
typedef struct tr_comparison {
    char signature[192];
    double mean[2]; /* of the resampled scores */
    double half[2]; /* half the width of the interval that holds 95 % of the resampled scores */
    double p_value; /* the probability that chance alone makes a difference as large as this one */
} tr_comparison;

/* Paired bootstrap resampling (Koehn 2004), with the estimate of p and the random numbers of
 * sacreBLEU (numpy's default_rng).  Both evaluations have options.compare set, the same options,
 * and the same number of lines, at least one.  1 <= n_samples <= 1000000.  TR_EINVAL, TR_ENOMEM. */
int tr_evaluation_compare(const tr_evaluation *baseline, const tr_evaluation *system, int metric,
                          size_t n_samples, uint64_t seed, tr_comparison *comparison,
                          tr_error *err);

/* ---- Converting ------------------------------------------------------------------------- */

typedef struct tr_convert_options {
    const char *format; /* "marian", "bergamot", "opus", "hf", "ct2", "argos", "gguf"; NULL = by the
                         * files */
    const char *input;  /* the foreign model: a file or a directory */
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

    /* Is called with what was found, one sentence at a time; NULL = no call. */
    void (*note)(void *ctx, const char *text);
    /* Is called with the part of the work that is done, 0 to 1.  Returns 0 to go on, anything else
     * to stop.  NULL = no call. */
    int (*progress)(void *ctx, double done);
    void *ctx;
} tr_convert_options;

void tr_convert_options_init(tr_convert_options *options);

/* Reads a foreign model and writes one GGUF file.  The file gets its name last, so that nobody sees
 * half of it: first it is opened again, translates a line, and its tokenizer gives the ids that the
 * foreign vocabulary has.  TR_ESTOPPED when `progress` stopped it. */
int tr_convert(const tr_convert_options *options, tr_error *err);

/* ---- This machine ----------------------------------------------------------------------- */

/* The instruction set that a session would use.  `name` is "ref" (plain C), "neon", "dotprod" or
 * "i8mm" (AArch64), "avx2", "avxvnni" or "avx512" (x86-64; the last one with VNNI), or NULL for the
 * best.
 * Returns the name of the set, or NULL when the name is not known, or this machine does not have
 * the set.  All sets give the same bits. */
const char *tr_cpu_select(const char *name);

/* True if float products run at full speed (fused multiply-add in hardware). */
int tr_cpu_has_fma(void);

/* A fact about the build of the running library: fact i, counted from 0.  Returns its
 * name, such as "compiler", "instruction sets" or "ICU", and fills `value` with text for people to
 * read, cut to `size` > 0 bytes.  NULL after the last fact.  Versions are those of the libraries
 * that are running, but SentencePiece's and cJSON's are those it was compiled with. */
const char *tr_build_info(size_t i, char *value, size_t size);

/* ---- Sizes of structures ----------------------------------------------------------------- */

/* Structures that a program and the library give each other grow in later versions.  So a call says
 * how large they were when the program was compiled: the calls below are macros, which name the
 * size for it.  The library reads and writes no byte behind it, takes what is not there as 0 (or
 * its default), and refuses what it does not know with TR_EINVAL.  tr_options says its size itself.
 * Programs that do not read this file call these functions with the sizes that they know. */
int tr_service_submit_sized(tr_service *service, const tr_job *job, size_t job_size,
                            const tr_string *lines, size_t n, tr_ticket **ticket, tr_error *err);
int tr_service_create_sized(tr_service **service, const tr_model *model, const tr_options *options,
                            const tr_service_limits *limits, size_t limits_size, tr_error *err);
int tr_service_stream_sized(tr_service *service, uint64_t client, const tr_stream_io *io,
                            tr_stream_stats *stats, size_t stats_size, tr_error *err);
int tr_translate_stream_sized(const tr_model *model, const tr_options *options,
                              const tr_stream_io *io, tr_stream_stats *stats, size_t stats_size,
                              tr_error *err);
void tr_stream_stats_add_sized(tr_stream_stats *sum, const tr_stream_stats *s, size_t stats_size);
void tr_options_init_sized(tr_options *options, size_t options_size, const tr_model *model);
int tr_document_open_sized(tr_document **document, const char *name, const void *bytes, size_t size,
                           const tr_document_options *options, size_t options_size, tr_error *err);
int tr_document_get_sized(tr_document *document, size_t i, tr_document_segment *segment,
                          size_t segment_size, tr_error *err);
void tr_document_get_stats_sized(const tr_document *document, tr_document_stats *stats,
                                 size_t stats_size);
int tr_document_translate_sized(tr_document *document, const tr_model *model,
                                const tr_options *options, int (*progress)(void *ctx, double done),
                                void *ctx, tr_stream_stats *stats, size_t stats_size,
                                tr_error *err);
int tr_document_translate_by_sized(tr_document *document, tr_service *service, uint64_t client,
                                   int (*progress)(void *ctx, double done), void *ctx,
                                   tr_stream_stats *stats, size_t stats_size, tr_error *err);
int tr_document_finish_sized(tr_document *document, const char **bytes, size_t *size,
                             tr_document_stats *stats, size_t stats_size, tr_error *err);
void tr_model_tensor_sized(const tr_model *model, size_t i, tr_tensor_info *info, size_t info_size);
void tr_evaluation_options_init_sized(tr_evaluation_options *options, size_t options_size);
int tr_evaluation_create_sized(tr_evaluation **evaluation, const tr_evaluation_options *options,
                               size_t options_size, tr_error *err);
int tr_evaluation_score_sized(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                              size_t score_size, tr_error *err);
int tr_evaluation_score_line_sized(const tr_evaluation *evaluation, int metric,
                                   tr_metric_score *score, size_t score_size, tr_error *err);
int tr_evaluation_compare_sized(const tr_evaluation *baseline, const tr_evaluation *system,
                                int metric, size_t n_samples, uint64_t seed,
                                tr_comparison *comparison, size_t comparison_size, tr_error *err);
void tr_convert_options_init_sized(tr_convert_options *options, size_t options_size);
int tr_convert_sized(const tr_convert_options *options, size_t options_size, tr_error *err);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_service_submit(service, job, lines, n, ticket, err) \
    tr_service_submit_sized(service, job, sizeof(tr_job), lines, n, ticket, err)
#define tr_service_create(service, model, options, limits, err) \
    tr_service_create_sized(service, model, options, limits, sizeof(tr_service_limits), err)
#define tr_service_stream(service, client, io, stats, err) \
    tr_service_stream_sized(service, client, io, stats, sizeof(tr_stream_stats), err)
#define tr_translate_stream(model, options, io, stats, err) \
    tr_translate_stream_sized(model, options, io, stats, sizeof(tr_stream_stats), err)
#define tr_stream_stats_add(sum, s) tr_stream_stats_add_sized(sum, s, sizeof(tr_stream_stats))
#define tr_options_init(options, model) \
    tr_options_init_sized(options, sizeof(tr_options), model)
#define tr_document_open(document, name, bytes, size, options, err) \
    tr_document_open_sized(document, name, bytes, size, options, sizeof(tr_document_options), err)
#define tr_document_get(document, i, segment, err) \
    tr_document_get_sized(document, i, segment, sizeof(tr_document_segment), err)
#define tr_document_get_stats(document, stats) \
    tr_document_get_stats_sized(document, stats, sizeof(tr_document_stats))
#define tr_document_translate(document, model, options, progress, ctx, stats, err) \
    tr_document_translate_sized(document, model, options, progress, ctx, stats, \
                                sizeof(tr_stream_stats), err)
#define tr_document_translate_by(document, service, client, progress, ctx, stats, err) \
    tr_document_translate_by_sized(document, service, client, progress, ctx, stats, \
                                   sizeof(tr_stream_stats), err)
#define tr_document_finish(document, bytes, size, stats, err) \
    tr_document_finish_sized(document, bytes, size, stats, sizeof(tr_document_stats), err)
#define tr_model_tensor(model, i, info) \
    tr_model_tensor_sized(model, i, info, sizeof(tr_tensor_info))
#define tr_evaluation_options_init(options) \
    tr_evaluation_options_init_sized(options, sizeof(tr_evaluation_options))
#define tr_evaluation_create(evaluation, options, err) \
    tr_evaluation_create_sized(evaluation, options, sizeof(tr_evaluation_options), err)
#define tr_evaluation_score(evaluation, metric, score, err) \
    tr_evaluation_score_sized(evaluation, metric, score, sizeof(tr_metric_score), err)
#define tr_evaluation_score_line(evaluation, metric, score, err) \
    tr_evaluation_score_line_sized(evaluation, metric, score, sizeof(tr_metric_score), err)
#define tr_evaluation_compare(baseline, system, metric, n_samples, seed, comparison, err) \
    tr_evaluation_compare_sized(baseline, system, metric, n_samples, seed, comparison, \
                                sizeof(tr_comparison), err)
#define tr_convert_options_init(options) \
    tr_convert_options_init_sized(options, sizeof(tr_convert_options))
#define tr_convert(options, err) tr_convert_sized(options, sizeof(tr_convert_options), err)
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
