/* translate/options.h - options of translations: search, words, glossaries. */
#ifndef TRANSLATE_OPTIONS_H
#define TRANSLATE_OPTIONS_H

#include "models.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tr_format { TR_TEXT, TR_PIECES, TR_IDS };
enum tr_split { TR_SPLIT_SENTENCE, TR_SPLIT_NONE };
enum tr_precision { TR_PRECISION_AUTO, TR_PRECISION_INT8, TR_PRECISION_FLOAT32 };
enum tr_shortlist_use {
    TR_SHORTLIST_AUTO, /* if the model has one */
    TR_SHORTLIST_ON,   /* the model must have one */
    TR_SHORTLIST_OFF
};
enum tr_formality {
    TR_FORMALITY_DEFAULT, /* as the model likes, but no sentence in both ways */
    TR_FORMALITY_FORMAL,  /* as "Sie" does */
    TR_FORMALITY_INFORMAL /* as "du" does */
};
enum tr_penalty {
    TR_PENALTY_POWER, /* score = log p / length^a */
    TR_PENALTY_GNMT   /* score = log p / ((5 + length) / 6)^a, Wu et al. 2016 */
};

/* A user's own words: terms, and how they are translated. */
typedef struct tr_glossary tr_glossary;

/* Reads a file of one term a line: the term, a tab, its translation, and perhaps more columns, as
 * translate(1) has them; or CSV or TBX, by the file's name.  A term without a translation is kept
 * as it is.  A pipe is read to its end.  Any number of threads may share a glossary.  A session of
 * other languages than the file names, none of whose terms are of its own, is not created.  TR_EIO;
 * TR_EFORMAT for bytes that are not UTF-8, for a quotation mark that is not closed, and where a
 * term has two translations, or none is there at all; TR_EUNSUPPORTED for a file that is too large,
 * and for TBX in a build without expat; TR_ENOMEM. */
int tr_glossary_open(tr_glossary **glossary, const char *path, tr_error *err);

/* Opens bytes [size] that are such a file of the name. */
int tr_glossary_read(tr_glossary **glossary, const char *name, const void *bytes, size_t size,
                     tr_error *err);
void tr_glossary_free(tr_glossary *glossary); /* NULL is allowed */
size_t tr_glossary_terms(const tr_glossary *glossary);

/* SHA-256 of the file that was read, as 64 digits. */
const char *tr_glossary_digest(const tr_glossary *glossary);

/* What is doubtful of an entry in a glossary.  The strings stay until the function that is told of
 * it returns. */
typedef struct tr_glossary_doubt {
    size_t line, other_line;     /* of the file; the other one, of the same term; 0: none */
    const char *kind;            /* a word for programs, as "conflict" */
    const char *text;            /* goes on with a sentence about the entry */
    const char *source, *target; /* any bytes where the kind is "not-utf8" */
} tr_glossary_doubt;

typedef void (*tr_glossary_tell)(void *ctx, const tr_glossary_doubt *doubt);

/* Tells what is doubtful in a file, which may be none that tr_glossary_open() takes, in the order
 * of its lines.  Languages are in BCP 47; the file may name others.  Sets how many terms it has.
 * TR_EIO; TR_EFORMAT if it has none at all or is no table; TR_EUNSUPPORTED and TR_ENOMEM as
 * tr_glossary_open(). */
int tr_glossary_check(const char *path, const char *source_language, const char *target_language,
                      tr_glossary_tell tell, void *ctx, size_t *n_terms, tr_error *err);

/* Words drawn by their probabilities, instead of a search for the most probable translation. */
typedef struct tr_sampling {
    int on;
    float temperature; /* 0.001..1000: probabilities are of logits / temperature; default 1 */
    int top_k;         /* only the k most probable words are drawn; 0 = all; */
    float top_p;       /* of them, only the fewest whose probabilities sum up to p, 0 < p <= 1;
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
                            * match stays as it is, as with `kept`.  NULL = none */
    int formality;         /* enum tr_formality: how translations address their reader, in languages
                            * that have two ways.  Not if raw.  tr_score() ignores it */
} tr_options;

enum { TR_MAX_BEAM = 64 };

/* Fills in the defaults: the model's where it has some.  `model` may be NULL. */
void tr_options_init(tr_options *options, const tr_model *model);

/* Options in memory of the library's, for programs that set options by name alone: they need not
 * know the structure.  NULL when there is no memory. */
tr_options *tr_options_create(const tr_model *model);
void tr_options_free(tr_options *options); /* NULL is allowed */

/* An option by name.  Names and values are as on the command line: "beam", "4". */
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
 * afterwards. TR_EINVAL for an unknown name or a value that the option cannot have; errors of
 * tr_glossary_open(); TR_ENOMEM. */
int tr_options_set(tr_options *options, const char *name, const char *value, tr_error *err);

/* Writes the option's value to value [size] as text that tr_options_set() takes, cut to `size`
 * bytes with a NUL; of a list, one a line.  Returns the bytes of the whole value, 0 where nothing
 * is said; -1 for an unknown name. */
ptrdiff_t tr_options_get(const tr_options *options, const char *name, char *value, size_t size);

/* Gives back what tr_options_set() keeps of options in the caller's memory; the options are as
 * after tr_options_init() again. */
void tr_options_clear(tr_options *options);

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

void tr_options_init_sized(tr_options *options, size_t options_size, const tr_model *model);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_options_init(options, model) \
    tr_options_init_sized(options, sizeof(tr_options), model)
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
