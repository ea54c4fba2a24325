/* translate/evaluation.h - evaluation: BLEU, chrF and TER of translations. */
#ifndef TRANSLATE_EVALUATION_H
#define TRANSLATE_EVALUATION_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `metric` of the functions below. */
enum tr_metric {
    TR_BLEU,      /* Papineni et al. 2002 */
    TR_CHRF,      /* Popovic 2015: chrF2, characters 1 to 6 */
    TR_CHRF_PLUS, /* Popovic 2017: chrF2++, and words 1 to 2 */
    TR_TER,       /* Snover et al. 2006; a lower score is better */
    /* Learned ones, of a tr_judge (judgement.h): the mean of what it gives the lines. */
    TR_COMET,   /* Rei et al. 2020, 2022 */
    TR_METRICX, /* Juraska et al. 2024: errors, a lower score is better */
    TR_N_METRICS
};

/* Of `metrics`: all that need no model. */
enum { TR_COUNTED_METRICS = (1 << TR_COMET) - 1 };

/* How BLEU cuts a line into words; the names are sacreBLEU's. */
enum tr_bleu_words {
    TR_BLEU_13A,
    TR_BLEU_INTL,
    TR_BLEU_CHAR,
    TR_BLEU_NONE,
    TR_BLEU_ZH,
    TR_BLEU_SPM, /* the pieces of a SentencePiece model */
    TR_BLEU_CUT  /* words that a function of the caller's finds */
};

typedef struct tr_evaluation_options {
    unsigned metrics;    /* 1u << of each enum tr_metric that is wanted; default
                          * TR_COUNTED_METRICS */
    int words;           /* enum tr_bleu_words; default TR_BLEU_13A */
    int lowercase;       /* BLEU and chrF ignore case; TER always does */
    size_t n_references; /* of each line; default 1; 0 for learned metrics alone */
    int compare;         /* keep the counts of each line, for tr_evaluation_compare() */
    int ter_normalized;  /* TER sets marks apart, as tercom's normalisation does */
    int ter_asian; /* and characters of Chinese and Japanese; nothing without ter_normalized */

    const char *spm;        /* TR_BLEU_SPM: the model's path, while the evaluation is created */
    const char *words_name; /* of TR_BLEU_SPM and TR_BLEU_CUT in signatures: "flores200" */
    /* TR_BLEU_CUT: *words is the line with blanks between its words, and lives until the next
     * call.  0, or an error of enum tr_status. */
    int (*cut)(void *ctx, tr_string line, tr_string *words);
    void *cut_ctx;

    /* What signatures say of the learned metrics, such as "nrefs:1|model:wmt22-comet-da"; they live
     * as long as the evaluation.  NULL: nothing. */
    const char *comet, *metricx;
} tr_evaluation_options;

void tr_evaluation_options_init(tr_evaluation_options *options);

/* The i-th way to find BLEU's words in text of a language (BCP 47, or as models write it), the best
 * first, by sacreBLEU's names: "ja-mecab", "char"; NULL after the last.  The last one is always of
 * enum tr_bleu_words. */
const char *tr_evaluation_words(const char *language, size_t i);

/* Counts what the metrics need, line by line. */
typedef struct tr_evaluation tr_evaluation;

/* TR_EINVAL, TR_ENOMEM. */
int tr_evaluation_create(tr_evaluation **evaluation, const tr_evaluation_options *options,
                         tr_error *err);
void tr_evaluation_free(tr_evaluation *evaluation); /* NULL is allowed */

enum { TR_MAX_EVALUATED_LINE = 1 << 20 }; /* bytes */

/* Gives the line that is added next its score by a learned metric.  TR_EINVAL for another metric,
 * or one that is not among options.metrics. */
int tr_evaluation_judge(tr_evaluation *evaluation, int metric, double score, tr_error *err);

/* Adds a line and its references [options.n_references], without line ends.  Bytes that are not
 * UTF-8 count as U+FFFD.  TR_EINVAL for a line longer than TR_MAX_EVALUATED_LINE, or without a
 * score by a learned metric that is wanted; TR_ENOMEM. */
int tr_evaluation_add(tr_evaluation *evaluation, tr_string line, const tr_string *references,
                      tr_error *err);

/* The number of lines added; the number of lines that were not UTF-8, or had a reference that was
 * not. */
size_t tr_evaluation_lines(const tr_evaluation *evaluation);
size_t tr_evaluation_repaired(const tr_evaluation *evaluation);

typedef struct tr_metric_score {
    const char *name; /* "BLEU", "chrF2", "chrF2++", "TER", "COMET", "MetricX" */
    char signature[192];
    double score;         /* 0 to 100; TER may be more; COMET's is mostly 0 to 1, MetricX's 0 to
                           * 25; 0 while there are no lines */
    double precisions[4]; /* BLEU only: of the n-grams 1 to 4, in percent */
    double brevity_penalty;
    double line_words;      /* BLEU: the number of words in all lines */
    double reference_words; /* BLEU and TER: the number of words in the references */
    double edits;           /* TER */
} tr_metric_score;

/* TR_EINVAL for a metric that is not among options.metrics. */
int tr_evaluation_score(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                        tr_error *err);

/* The score of the line that was added last, which must be there.  Its BLEU leaves out the orders
 * of n-grams that the line is too short for: "eff:yes". */
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

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

int tr_evaluation_compare_sized(const tr_evaluation *baseline, const tr_evaluation *system,
                                int metric, size_t n_samples, uint64_t seed,
                                tr_comparison *comparison, size_t comparison_size, tr_error *err);
void tr_evaluation_options_init_sized(tr_evaluation_options *options, size_t options_size);
int tr_evaluation_create_sized(tr_evaluation **evaluation, const tr_evaluation_options *options,
                               size_t options_size, tr_error *err);
int tr_evaluation_score_sized(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                              size_t score_size, tr_error *err);
int tr_evaluation_score_line_sized(const tr_evaluation *evaluation, int metric,
                                   tr_metric_score *score, size_t score_size, tr_error *err);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_evaluation_compare(baseline, system, metric, n_samples, seed, comparison, err) \
    tr_evaluation_compare_sized(baseline, system, metric, n_samples, seed, comparison, \
                                sizeof(tr_comparison), err)
#define tr_evaluation_options_init(options) \
    tr_evaluation_options_init_sized(options, sizeof(tr_evaluation_options))
#define tr_evaluation_create(evaluation, options, err) \
    tr_evaluation_create_sized(evaluation, options, sizeof(tr_evaluation_options), err)
#define tr_evaluation_score(evaluation, metric, score, err) \
    tr_evaluation_score_sized(evaluation, metric, score, sizeof(tr_metric_score), err)
#define tr_evaluation_score_line(evaluation, metric, score, err) \
    tr_evaluation_score_line_sized(evaluation, metric, score, sizeof(tr_metric_score), err)
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
