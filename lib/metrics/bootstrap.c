/* bootstrap.c - whether one translation is better than another, or only luckier. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "metrics/evaluation.h"
#include "metrics/pcg.h"

enum { MAX_SAMPLES = 1000000 };

/* Scores of `n_samples` texts of as many lines as there are, drawn with replacement; the same
 * lines for the same seed. */
static void resample(const tr_evaluation *e, int metric, size_t n_samples, uint64_t seed,
                     double *scores)
{
    const size_t n = tr_metric_counts(metric);
    const float *const counts = e->lines + e->first[metric];
    double sums[TR_MAX_METRIC_COUNTS];
    tr_metric_score score;
    tr_pcg random;

    tr_pcg_seed(&random, seed);
    for (size_t s = 0; s < n_samples; s++) {
        for (size_t k = 0; k < n; k++)
            sums[k] = 0;
        for (size_t i = 0; i < e->n_lines; i++) {
            const float *line = counts + tr_pcg_below(&random, (uint32_t)e->n_lines) * e->n_counts;
            for (size_t k = 0; k < n; k++)
                sums[k] += (double)line[k];
        }
        tr_metric_score_of(metric, false, sums, &score);
        scores[s] = score.score;
    }
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

/* The differences' own mean is what chance makes of them around the observed one; p is how often
 * they lie further from it than it from 0 (one is added so that p is never 0). */
static double p_value(const double *a, const double *b, size_t n, double observed)
{
    double mean = 0;
    size_t greater = 0;

    for (size_t i = 0; i < n; i++)
        mean += fabs(b[i] - a[i]) / (double)n;
    for (size_t i = 0; i < n; i++)
        greater += fabs(b[i] - a[i]) - mean > observed;
    return (double)(greater + 1) / (double)(n + 1);
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the scores. */
static double half_interval(double *scores, size_t n)
{
    const size_t outside = n / 40; /* 2.5 % on either side */

    qsort(scores, n, sizeof *scores, compare_numbers);
    return (scores[n - 1 - outside] - scores[outside]) / 2;
}

static int check(const tr_evaluation *a, const tr_evaluation *b, size_t n_samples, tr_error *err)
{
    if (!a->options.compare || !b->options.compare)
        return tr_fail(err, TR_EINVAL, "the lines' counts were not kept for a comparison");
    if (a->n_lines != b->n_lines)
        return tr_fail(err, TR_EINVAL, "%zu lines cannot be compared with %zu", a->n_lines,
                       b->n_lines);
    if (!a->n_lines || a->n_lines > UINT32_MAX)
        return tr_fail(err, TR_EINVAL, "a comparison needs 1 to 2^32 - 1 lines");
    if (a->n_counts != b->n_counts || a->options.metrics != b->options.metrics)
        return tr_fail(err, TR_EINVAL, "different metrics cannot be compared");
    if (n_samples < 1 || n_samples > MAX_SAMPLES)
        return tr_fail(err, TR_EINVAL, "%zu samples: can be 1 to %d", n_samples, MAX_SAMPLES);
    return TR_OK;
}

int tr_evaluation_compare(const tr_evaluation *baseline, const tr_evaluation *system, int metric,
                          size_t n_samples, uint64_t seed, tr_comparison *c, tr_error *err)
{
    tr_metric_score of_baseline, of_system;

    int rc = check(baseline, system, n_samples, err);
    if (!rc) rc = tr_evaluation_score(baseline, metric, &of_baseline, err);
    if (!rc) rc = tr_evaluation_score(system, metric, &of_system, err);
    if (rc) return rc;
    double *const scores = calloc(n_samples, 2 * sizeof *scores);
    if (!scores) return tr_fail_memory(err);
    double *const a = scores, *const b = scores + n_samples;
    resample(baseline, metric, n_samples, seed, a);
    resample(system, metric, n_samples, seed, b);
    c->p_value = p_value(a, b, n_samples, fabs(of_system.score - of_baseline.score));
    c->mean[0] = mean_of(a, n_samples);
    c->mean[1] = mean_of(b, n_samples);
    c->half[0] = half_interval(a, n_samples);
    c->half[1] = half_interval(b, n_samples);
    tr_evaluation_signature(system, metric, n_samples, seed, c->signature, sizeof c->signature);
    free(scores);
    return TR_OK;
}
