/* translate/translation.h - translations of lines: sessions, and streams of lines. */
#ifndef TRANSLATE_TRANSLATION_H
#define TRANSLATE_TRANSLATION_H

#include "options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The working memory of one thread. */
typedef struct tr_session tr_session;

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
    size_t first, n;     /* source_tokens first .. first + n - 1 are its sentence's */
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

/* What a translation lacks of its source. */
typedef struct tr_lost {
    size_t begin, end; /* bytes of the source */
    const char *kind;  /* "number", "currency", "code": placeholders, names of files and other words
                          that stay; "sign": signs and brackets; "name": a word with a capital
                          amid a sentence; "negation"; "tag": a tag and the words in it;
                          "words": all but what stays; "added":
                          none is lacked, but the sentence there has a number too many */
} tr_lost;

/* One line's translation.  In a line of several sentences, hypothesis k joins the hypotheses k of
 * the sentences: its probability is the product of their probabilities, its length the sum of their
 * lengths. */
typedef struct tr_translation {
    int status; /* enum tr_status: TR_OK, or why the line has no translation: hypotheses[0].text is
                   "" */
    const char *message; /* a sentence when status is not TR_OK, else "" */
    size_t line;         /* the number of the line in its stream or batch, from 1 */
    const char *source;  /* as it was given, but without the line end, and in valid UTF-8 */
    size_t source_len;
    const char *line_end;   /* "\n", "\r\n" or "" */
    size_t n_retried;       /* sentences that were searched a second time, since their translation
                             * repeated itself, was too long or too short, or lacked a number, or
                             * made one up */
    size_t n_improved;      /* sentences whose second search found a better translation */
    size_t n_lost;          /* things that the translation lacks: `lost` */
    size_t n_terms;         /* occurrences of the glossary's that the source has, */
    size_t n_terms_placed;  /*   terms that were put in the place of other words, */
    size_t n_terms_missing; /*   and terms that the translation lacks; it says the rest by itself */
    int remembered;         /* what options.memory said of it, not 0: there are no tokens */
    size_t n_repaired;      /* bytes that were NUL or not UTF-8; U+FFFD replaces them */
    size_t n_source_tokens;
    const tr_token *source_tokens; /* </s> not included */
    size_t n_hypotheses;           /* at least 1, best first */
    const tr_hypothesis *hypotheses;
    float quality; /* an estimate of hypotheses[0]: the chrF2 that is to be expected of it, from 0
                    * to 1; NaN: none, as of what was copied, remembered or came out as it was */
    const tr_lost *lost; /* [n_lost] what hypotheses[0] lacks, in order */
} tr_translation;

/* Reserves all memory that the network will ever use.  Afterwards, translating allocates memory for
 * text only.  One thread at a time may use a session.  The model must outlive the session.
 * TR_EINVAL for an option that is out of range, and for a language that the model does not have, or
 * that it needs and was not given; TR_EUNSUPPORTED; TR_EFORMAT for a bad tokenizer; TR_ENOMEM. */
int tr_session_create(tr_session **session, const tr_model *model, const tr_options *options,
                      tr_error *err);
void tr_session_free(tr_session *session); /* NULL is allowed */

/* Translates one line; a line end at its end is kept apart.  Balanced tags within it, as <b>big
 * cat</b>, are marks: the tokens belong to the line without them, and each hypothesis has them at
 * the words that they stood at; one without a place for them is left out.  *result lives until the
 * session's next call.  The function also succeeds for a line that cannot be translated: the
 * result's status tells why.  TR_EFORMAT when the model's file was written to since it was opened:
 * no memory is told of such a line; TR_ENOMEM. */
int tr_translate(tr_session *session, const char *text, size_t text_len,
                 const tr_translation **result, tr_error *err);

/* Translates `n` lines together.  *results is an array [n] in the order of the lines; it lives
 * until the session's next call. */
int tr_translate_batch(tr_session *session, const tr_string *lines, size_t n,
                       const tr_translation *const **results, tr_error *err);

/* Elements of a translation's arrays, whatever their size is in the library that is running; NULL
 * where there is no such element, or no such thing was asked for.  Programs that shall run with
 * later versions take such functions, and no index. */
const tr_hypothesis *tr_translation_hypothesis(const tr_translation *translation, size_t k);
const tr_token *tr_translation_source_token(const tr_translation *translation, size_t i);
const tr_lost *tr_translation_lost(const tr_translation *translation, size_t i);
const tr_token *tr_hypothesis_token(const tr_hypothesis *hypothesis, size_t i);
const tr_alignment *tr_hypothesis_alignment(const tr_hypothesis *hypothesis, size_t i);

/* Finds the log-probability of `target` as the translation of `source`: *result has one hypothesis,
 * with its tokens.  Both strings have the format options.input, and their line ends are left out.
 * Where options.split says so, text is split into sentences, which are scored in pairs: the k-th of
 * both where they are as many, else sentences whose lengths fit.  Each pair has an </s>, and the
 * result is the product.  Text that is still longer than the model reads, or than the session
 * allows for a translation, is cut at the same share of both sides; tokens are not. */
int tr_score(tr_session *session, tr_string source, tr_string target, const tr_translation **result,
             tr_error *err);

/* Scores `n` pairs together, with the same numbers.  *results is an array [n] in the order of the
 * pairs; it lives until the session's next call. */
int tr_score_batch(tr_session *session, const tr_string *sources, const tr_string *targets,
                   size_t n, const tr_translation *const **results, tr_error *err);

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
    size_t terms, terms_placed, terms_missing; /* as in tr_translation */
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

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

int tr_translate_stream_sized(const tr_model *model, const tr_options *options,
                              const tr_stream_io *io, tr_stream_stats *stats, size_t stats_size,
                              tr_error *err);
void tr_stream_stats_add_sized(tr_stream_stats *sum, const tr_stream_stats *s, size_t stats_size);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_translate_stream(model, options, io, stats, err) \
    tr_translate_stream_sized(model, options, io, stats, sizeof(tr_stream_stats), err)
#define tr_stream_stats_add(sum, s) tr_stream_stats_add_sized(sum, s, sizeof(tr_stream_stats))
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
