#include "metrics/evaluation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/utf8.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/lowercase.h"
#include "metrics/words.h"

/* ---- The metrics ------------------------------------------------------------------------- */

enum {
    TER_COUNTS = 2,    /* edits, words of the reference */
    LEARNED_COUNTS = 2 /* scores, lines */
};

static const struct {
    const char *name;
    size_t n_counts;
} metrics[] = {
    [TR_BLEU] = {"BLEU", TR_BLEU_COUNTS},
    [TR_CHRF] = {"chrF2", TR_CHRF_COUNTS},
    [TR_CHRF_PLUS] = {"chrF2++", TR_CHRF_PLUS_COUNTS},
    [TR_TER] = {"TER", TER_COUNTS},
    [TR_COMET] = {"COMET", LEARNED_COUNTS},
    [TR_METRICX] = {"MetricX", LEARNED_COUNTS},
};
_Static_assert(sizeof metrics / sizeof *metrics == TR_N_METRICS, "each metric has a row");

size_t tr_metric_counts(int metric)
{
    return metrics[metric].n_counts;
}

static void score_ter(const double *counts, tr_metric_score *score)
{
    score->edits = counts[0];
    score->reference_words = counts[1];
    if (counts[1] > 0)
        score->score = 100 * counts[0] / counts[1];
    else
        score->score = counts[0] > 0 ? 100 : 0;
}

void tr_metric_score_of(int metric, bool is_line, const double *counts, tr_metric_score *score)
{
    *score = (tr_metric_score){.name = metrics[metric].name};
    switch (metric) {
    case TR_BLEU:
        tr_bleu_score(counts, is_line, score);
        break;
    case TR_TER:
        score_ter(counts, score);
        break;
    case TR_COMET:
    case TR_METRICX:
        score->score = counts[1] > 0 ? counts[0] / counts[1] : 0;
        break;
    default:
        score->score = tr_chrf_score(counts, tr_metric_counts(metric));
    }
}

static bool is_wanted(const tr_evaluation *e, int metric)
{
    return e->options.metrics >> metric & 1;
}

static const char *name_words(const tr_evaluation_options *o)
{
    static const char *const names[] = {"13a", "intl", "char", "none", "zh", "spm", "own"};
    const bool own = o->words == TR_BLEU_SPM || o->words == TR_BLEU_CUT;
    return own && o->words_name ? o->words_name : names[o->words];
}

static const char *yes_or_no(bool is)
{
    return is ? "yes" : "no";
}

/* The model decides how many references there are. */
static void sign_learned(const char *model, const char *resampling, char *text, size_t size)
{
    snprintf(text, size, "%s%s%sversion:translate-%s", model ? model : "", model ? "|" : "",
             resampling, tr_version());
}

void tr_evaluation_signature(const tr_evaluation *e, int metric, size_t n_samples, uint64_t seed,
                             char *text, size_t size)
{
    const char *const letters = e->options.lowercase ? "lc" : "mixed";
    char resampling[64] = "", rules[96];

    if (n_samples)
        snprintf(resampling, sizeof resampling, "bs:%zu|seed:%llu|", n_samples,
                 (unsigned long long)seed);
    switch (metric) {
    case TR_COMET:
    case TR_METRICX:
        sign_learned(metric == TR_COMET ? e->options.comet : e->options.metricx, resampling, text,
                     size);
        return;
    case TR_BLEU:
        snprintf(rules, sizeof rules, "case:%s|eff:no|tok:%s|smooth:exp", letters,
                 name_words(&e->options));
        break;
    case TR_TER:
        snprintf(rules, sizeof rules, "case:lc|tok:tercom|norm:%s|punct:yes|asian:%s",
                 yes_or_no(e->options.ter_normalized), yes_or_no(e->options.ter_asian));
        break;
    default:
        snprintf(rules, sizeof rules, "case:%s|eff:yes|nc:%d|nw:%d|space:no", letters,
                 TR_CHRF_CHARACTERS, metric == TR_CHRF ? 0 : TR_CHRF_WORDS);
    }
    snprintf(text, size, "nrefs:%zu|%s%s|version:translate-%s", e->options.n_references, resampling,
             rules, tr_version());
}

/* ---- Cutting a line up ------------------------------------------------------------------- */

/* Fills e->code with the line but for white space at its end. */
static int read_line(tr_evaluation *e, tr_string text, tr_error *err)
{
    enum { REPLACEMENT = 0xFFFD };
    int32_t c;

    if (text.len > TR_MAX_EVALUATED_LINE)
        return tr_fail(err, TR_EINVAL, "a line of %zu bytes is too long to evaluate (at most %d)",
                       text.len, TR_MAX_EVALUATED_LINE);
    tr_symbols_clear(&e->code);
    for (size_t i = 0; i < text.len;) {
        i += tr_utf8_decode(text.text + i, text.len - i, &c);
        e->is_repaired |= c < 0;
        tr_symbols_add(&e->code, c < 0 ? REPLACEMENT : (uint32_t)c);
    }
    while (e->code.n && tr_ends_words(e->code.at[e->code.n - 1]))
        e->code.n--;
    return e->code.failed ? tr_fail_memory(err) : TR_OK;
}

static void take_lowercase(tr_evaluation *e)
{
    tr_symbols_clear(&e->lower);
    tr_lowercase(e->code.at, e->code.n, &e->lower);
}

static void take_characters(const tr_symbols *code, tr_symbols *characters)
{
    tr_symbols_clear(characters);
    for (size_t i = 0; i < code->n; i++)
        if (!tr_ends_words(code->at[i])) tr_symbols_add(characters, code->at[i]);
}

static void take_words(tr_evaluation *e, int rule, tr_symbols *code, tr_symbols *words)
{
    tr_symbols_clear(words);
    tr_words_split(rule, code, &e->words, words);
}

static void copy_symbols(const tr_symbols *from, tr_symbols *to)
{
    tr_symbols_clear(to);
    for (size_t i = 0; i < from->n; i++)
        tr_symbols_add(to, from->at[i]);
    to->failed |= from->failed;
}

/* The rules of TER may change the line, which others read after it.  sacreBLEU normalises
 * references twice, which is not the same: ". .5" becomes ". . 5". */
static void take_ter_words(tr_evaluation *e, tr_evaluated_side *side)
{
    const tr_evaluation_options *const o = &e->options;
    const int rule = o->ter_asian ? TR_WORDS_TER_ASIAN : TR_WORDS_TER;

    if (!o->ter_normalized) {
        take_words(e, TR_WORDS_NONE, &e->lower, &side->ter_words);
        return;
    }
    copy_symbols(&e->lower, &e->ter_line);
    if (side != e->sides) {
        tr_symbols_clear(&e->ter_text);
        tr_words_write(rule, &e->ter_line, &e->ter_text);
        copy_symbols(&e->ter_text, &e->ter_line);
    }
    take_words(e, rule, &e->ter_line, &side->ter_words);
}

static int take_bleu_words(tr_evaluation *e, tr_symbols *code, tr_symbols *words, tr_error *err)
{
    if (e->options.words < TR_BLEU_SPM) {
        take_words(e, e->options.words, code, words);
        return TR_OK;
    }
    tr_symbols_clear(words);
    return tr_own_words_split(&e->own_words, &e->options, code, &e->words, words, err);
}

/* BLEU comes last: its rules may change the line. */
static int cut_up(tr_evaluation *e, tr_string text, tr_evaluated_side *side, tr_error *err)
{
    int rc = read_line(e, text, err);

    if (rc) return rc;
    if (e->options.lowercase || is_wanted(e, TR_TER)) take_lowercase(e);
    if (is_wanted(e, TR_TER)) take_ter_words(e, side);
    tr_symbols *const code = e->options.lowercase ? &e->lower : &e->code;
    take_characters(code, &side->characters);
    if (is_wanted(e, TR_CHRF_PLUS)) take_words(e, TR_WORDS_CHRF, code, &side->chrf_words);
    if (is_wanted(e, TR_BLEU)) rc = take_bleu_words(e, code, &side->bleu_words, err);
    if (rc) return rc;
    const bool failed = e->words.failed || e->lower.failed || e->ter_line.failed ||
                        side->characters.failed || side->bleu_words.failed ||
                        side->chrf_words.failed || side->ter_words.failed;
    return failed ? tr_fail_memory(err) : TR_OK;
}

/* ---- Counting ---------------------------------------------------------------------------- */

static void count_bleu(tr_evaluation *e, double *counts)
{
    const size_t n = e->options.n_references;

    for (size_t i = 0; i < n; i++)
        e->views[i] = e->sides[1 + i].bleu_words;
    tr_bleu_count(&e->ngrams, &e->sides[0].bleu_words, e->views, n, counts);
}

/* Against the reference that gives the best score, the first of several. */
static void count_chrf(tr_evaluation *e, int metric, double *counts)
{
    const size_t n_counts = tr_metric_counts(metric);
    const tr_evaluated_side *const line = &e->sides[0];
    double here[TR_CHRF_PLUS_COUNTS], best = -1;

    for (size_t i = 1; i <= e->options.n_references; i++) {
        const tr_evaluated_side *const reference = &e->sides[i];
        tr_chrf_count(&e->ngrams, &line->characters, &reference->characters, TR_CHRF_CHARACTERS,
                      here);
        if (metric == TR_CHRF_PLUS)
            tr_chrf_count(&e->ngrams, &line->chrf_words, &reference->chrf_words, TR_CHRF_WORDS,
                          here + TR_CHRF_COUNTS);
        const double score = tr_chrf_score(here, n_counts);
        if (score <= best) continue;
        best = score;
        memcpy(counts, here, n_counts * sizeof *counts);
    }
}

/* With one reference chrF2's counts are the first of chrF2++'s. */
static void count_both_chrf(tr_evaluation *e)
{
    double *const plus = e->line + e->first[TR_CHRF_PLUS], *const chrf =
                                                               e->line + e->first[TR_CHRF];

    if (is_wanted(e, TR_CHRF_PLUS)) count_chrf(e, TR_CHRF_PLUS, plus);
    if (!is_wanted(e, TR_CHRF)) return;
    if (is_wanted(e, TR_CHRF_PLUS) && e->options.n_references == 1)
        memcpy(chrf, plus, TR_CHRF_COUNTS * sizeof *chrf);
    else
        count_chrf(e, TR_CHRF, chrf);
}

/* The fewest edits, of references that are as long as they are on average. */
static void count_ter(tr_evaluation *e, double *counts)
{
    const size_t n = e->options.n_references;
    size_t least = SIZE_MAX, words = 0;

    for (size_t i = 1; i <= n; i++) {
        const tr_symbols *const reference = &e->sides[i].ter_words;
        const size_t edits = tr_ter_edits(&e->ter, &e->sides[0].ter_words, reference);
        if (edits < least) least = edits;
        words += reference->n;
    }
    counts[0] = (double)least;
    counts[1] = (double)words / (double)n;
}

/* ---- Learned metrics --------------------------------------------------------------------- */

int tr_evaluation_judge(tr_evaluation *e, int metric, double score, tr_error *err)
{
    if ((metric != TR_COMET && metric != TR_METRICX) || !is_wanted(e, metric))
        return tr_fail(err, TR_EINVAL, "metric %d is not learned, or was not asked for", metric);
    e->line[e->first[metric]] = score;
    e->line[e->first[metric] + 1] = 1;
    e->judged |= 1U << metric;
    return TR_OK;
}

/* Every line has its scores. */
static int check_judged(tr_evaluation *e, tr_error *err)
{
    const unsigned learned = e->options.metrics & ~(unsigned)TR_COUNTED_METRICS;

    if ((e->judged & learned) != learned)
        return tr_fail(err, TR_EINVAL, "a learned metric gave the line no score");
    e->judged = 0;
    return TR_OK;
}

static int keep_line(tr_evaluation *e, tr_error *err)
{
    void *lines = e->lines;

    if (tr_reserve(&lines, &e->capacity, e->n_lines + 1, e->n_counts * sizeof *e->lines) < 0)
        return tr_fail_memory(err);
    e->lines = lines;
    for (size_t i = 0; i < e->n_counts; i++)
        e->lines[e->n_lines * e->n_counts + i] = (float)e->line[i];
    return TR_OK;
}

int tr_evaluation_add(tr_evaluation *e, tr_string line, const tr_string *references, tr_error *err)
{
    int rc = check_judged(e, err);

    tr_trie_clear(&e->words);
    e->is_repaired = false;
    for (size_t i = 0; i <= e->options.n_references && !rc; i++)
        rc = cut_up(e, i ? references[i - 1] : line, &e->sides[i], err);
    if (rc) return rc;
    if (is_wanted(e, TR_BLEU)) count_bleu(e, e->line + e->first[TR_BLEU]);
    if (is_wanted(e, TR_TER)) count_ter(e, e->line + e->first[TR_TER]);
    count_both_chrf(e);
    if (e->ngrams.failed || e->ter.failed) return tr_fail_memory(err);
    if (e->options.compare) rc = keep_line(e, err);
    if (rc) return rc;
    for (size_t i = 0; i < e->n_counts; i++)
        e->totals[i] += e->line[i];
    e->n_lines++;
    e->n_repaired += e->is_repaired;
    return TR_OK;
}

size_t tr_evaluation_lines(const tr_evaluation *e)
{
    return e->n_lines;
}

size_t tr_evaluation_repaired(const tr_evaluation *e)
{
    return e->n_repaired;
}

int tr_evaluation_score(const tr_evaluation *e, int metric, tr_metric_score *score, tr_error *err)
{
    if (metric < 0 || metric >= TR_N_METRICS || !is_wanted(e, metric))
        return tr_fail(err, TR_EINVAL, "metric %d was not asked for", metric);
    tr_metric_score_of(metric, false, e->totals + e->first[metric], score);
    tr_evaluation_signature(e, metric, 0, 0, score->signature, sizeof score->signature);
    return TR_OK;
}

int tr_evaluation_score_line(const tr_evaluation *e, int metric, tr_metric_score *score,
                             tr_error *err)
{
    if (!e->n_lines) return tr_fail(err, TR_EINVAL, "no line was added");
    const int rc = tr_evaluation_score(e, metric, score, err);
    if (rc) return rc;
    tr_metric_score_of(metric, true, e->line + e->first[metric], score);
    return TR_OK;
}

/* ---- Life -------------------------------------------------------------------------------- */

void tr_evaluation_options_init(tr_evaluation_options *o)
{
    *o = (tr_evaluation_options){.metrics = TR_COUNTED_METRICS, .n_references = 1};
}

static int check_options(const tr_evaluation_options *o, tr_error *err)
{
    enum { MAX_REFERENCES = 1000 };

    if (!o->metrics || o->metrics >> TR_N_METRICS)
        return tr_fail(err, TR_EINVAL, "there are no such metrics as %#x", o->metrics);
    if (o->words < TR_BLEU_13A || o->words > TR_BLEU_CUT)
        return tr_fail(err, TR_EINVAL, "there is no way %d to find BLEU's words", o->words);
    const bool counts = o->metrics & TR_COUNTED_METRICS;
    if ((o->n_references < 1 && counts) || o->n_references > MAX_REFERENCES)
        return tr_fail(err, TR_EINVAL, "%zu references: can be 1 to %d", o->n_references,
                       MAX_REFERENCES);
    return TR_OK;
}

static void free_side(tr_evaluated_side *side)
{
    tr_symbols_free(&side->characters);
    tr_symbols_free(&side->bleu_words);
    tr_symbols_free(&side->chrf_words);
    tr_symbols_free(&side->ter_words);
}

void tr_evaluation_free(tr_evaluation *e)
{
    if (!e) return;
    for (size_t i = 0; e->sides && i <= e->options.n_references; i++)
        free_side(&e->sides[i]);
    free(e->sides);
    free(e->views);
    free(e->totals);
    free(e->line);
    free(e->lines);
    tr_symbols_free(&e->code);
    tr_symbols_free(&e->lower);
    tr_symbols_free(&e->ter_line);
    tr_symbols_free(&e->ter_text);
    tr_own_words_close(&e->own_words);
    tr_trie_free(&e->words);
    tr_ngrams_free(&e->ngrams);
    tr_ter_free(&e->ter);
    free(e);
}

static int reserve_counts(tr_evaluation *e, tr_error *err)
{
    const size_t n = e->options.n_references;

    for (int metric = 0; metric < TR_N_METRICS; metric++) {
        e->first[metric] = e->n_counts;
        if (is_wanted(e, metric)) e->n_counts += tr_metric_counts(metric);
    }
    e->totals = calloc(e->n_counts, sizeof *e->totals);
    e->line = calloc(e->n_counts, sizeof *e->line);
    e->sides = calloc(1 + n, sizeof *e->sides);
    e->views = calloc(1 + n, sizeof *e->views);
    return e->totals && e->line && e->sides && e->views ? TR_OK : tr_fail_memory(err);
}

int tr_evaluation_create(tr_evaluation **evaluation, const tr_evaluation_options *options,
                         tr_error *err)
{
    *evaluation = NULL;
    int rc = check_options(options, err);
    if (rc) return rc;
    tr_evaluation *const e = calloc(1, sizeof *e);
    if (!e) return tr_fail_memory(err);
    e->options = *options;
    rc = reserve_counts(e, err);
    if (rc == 0) rc = tr_own_words_open(&e->own_words, options, err);
    if (rc < 0) {
        tr_evaluation_free(e);
        return rc;
    }
    *evaluation = e;
    return TR_OK;
}
