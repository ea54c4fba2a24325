#include "evaluate/evaluate_report.h"

#include <string.h>

#include "console/json.h"
#include "console/message.h"
#include "console/output.h"
#include "console/printable.h"
#include "evaluate/evaluate_lines.h"

/* One metric's results of a system. */
typedef struct scores {
    tr_metric_score system, baseline;
    tr_comparison comparison; /* with a baseline */
} scores;

static int get_scores(const evaluate_report *r, size_t system, int metric, scores *s)
{
    const tr_evaluation *const e = r->systems[system].evaluation;
    tr_error err;

    int rc = tr_evaluation_score(e, metric, &s->system, &err);
    if (!rc && r->baseline) rc = tr_evaluation_score(r->baseline, metric, &s->baseline, &err);
    if (!rc && r->baseline)
        rc = tr_evaluation_compare(r->baseline, e, metric, r->n_samples, r->seed, &s->comparison,
                                   &err);
    if (rc) complain("%s", err.msg);
    return rc ? -1 : 0;
}

/* ---- Text -------------------------------------------------------------------------------- */

static void print_score_cell(FILE *out, int metric, const tr_metric_score *s)
{
    const double *const p = s->precisions;

    fprintf(out, "%.*f", evaluate_digits(metric), s->score);
    if (metric == TR_BLEU)
        fprintf(out, " %.1f/%.1f/%.1f/%.1f (BP = %.3f ratio = %.3f hyp_len = %.0f ref_len = %.0f)",
                p[0], p[1], p[2], p[3], s->brevity_penalty,
                s->reference_words > 0 ? s->line_words / s->reference_words : 0, s->line_words,
                s->reference_words);
    fputc('\n', out);
}

/* True for a metric of errors: the lower the better. */
static bool counts_errors(int metric)
{
    return metric == TR_TER || metric == TR_METRICX;
}

static void print_gain(FILE *out, int metric, const scores *s)
{
    const tr_comparison *const c = &s->comparison;
    const int digits = evaluate_digits(metric);
    const double gain = s->system.score - s->baseline.score;
    const char *const verdict = c->p_value >= 0.05                    ? "may be chance"
                                : counts_errors(metric) == (gain < 0) ? "better than the baseline"
                                                                      : "worse than the baseline";

    fprintf(out, " %.*f (%.*f ± %.*f), ", digits, s->system.score, digits, c->mean[1], digits,
            c->half[1]);
    if (gain == 0)
        fputs("the same\n", out);
    else
        fprintf(out, "p = %.4f: %s\n", c->p_value, verdict);
}

/* A name, and blanks up to `width` columns: of bytes, which is right for most names. */
static void print_name(FILE *out, const char *name, size_t width)
{
    printable_text(out, name, strlen(name), 0);
    for (size_t n = strlen(name); n < width; n++)
        fputc(' ', out);
}

static size_t widest_name(const evaluate_report *r, size_t least)
{
    size_t width = least;

    for (size_t i = 0; i < r->n_systems; i++)
        if (strlen(r->systems[i].name) > width) width = strlen(r->systems[i].name);
    return width;
}

/* A single system needs no name. */
static int print_comparison(const evaluate_report *r, FILE *out, int metric)
{
    const bool one = r->n_systems == 1;
    const size_t width = one ? strlen("baseline") : widest_name(r, strlen("baseline"));
    scores s;

    for (size_t i = 0; i < r->n_systems; i++) {
        if (get_scores(r, i, metric, &s)) return -1;
        const tr_comparison *const c = &s.comparison;
        if (!i) {
            fprintf(out, "%s|%s\n  ", s.system.name, c->signature);
            print_name(out, "baseline", width);
            const int digits = evaluate_digits(metric);
            fprintf(out, " %.*f (%.*f ± %.*f)\n", digits, s.baseline.score, digits, c->mean[0],
                    digits, c->half[0]);
        }
        fputs("  ", out);
        print_name(out, one ? "system" : r->systems[i].name, width);
        print_gain(out, metric, &s);
    }
    return 0;
}

static int print_metric(const evaluate_report *r, FILE *out, int metric)
{
    scores s;

    if (r->baseline) return print_comparison(r, out, metric);
    if (get_scores(r, 0, metric, &s)) return -1;
    fprintf(out, "%s|%s", s.system.name, s.system.signature);
    if (r->n_systems > 1) {
        fputc('\n', out);
        return 0;
    }
    fputs(" = ", out);
    print_score_cell(out, metric, &s.system);
    return 0;
}

/* A row for each system, a column for each metric. */
static int print_table(const evaluate_report *r, FILE *out)
{
    const size_t width = widest_name(r, strlen("system"));
    scores s;

    print_name(out, "system", width);
    for (int metric = 0; metric < TR_N_METRICS; metric++) {
        if (!evaluate_wants(r->metrics, metric)) continue;
        if (get_scores(r, 0, metric, &s)) return -1;
        fprintf(out, " %8s", s.system.name);
    }
    fputc('\n', out);
    for (size_t i = 0; i < r->n_systems; i++) {
        print_name(out, r->systems[i].name, width);
        for (int metric = 0; metric < TR_N_METRICS; metric++) {
            if (!evaluate_wants(r->metrics, metric)) continue;
            if (get_scores(r, i, metric, &s)) return -1;
            fprintf(out, " %8.*f", evaluate_digits(metric), s.system.score);
        }
        fputc('\n', out);
    }
    return 0;
}

int evaluate_report_text(const evaluate_report *r)
{
    output out;
    int rc = output_open(&out, NULL);

    if (rc) return rc;
    for (int metric = 0; metric < TR_N_METRICS && !rc; metric++)
        if (evaluate_wants(r->metrics, metric)) rc = print_metric(r, out.stream, metric);
    if (!rc && !r->baseline && r->n_systems > 1) rc = print_table(r, out.stream);
    output_close(&out);
    return rc;
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void add_score_row(cJSON *object, int metric, const tr_metric_score *s)
{
    cJSON_AddNumberToObject(object, "score", s->score);
    if (metric == TR_BLEU) {
        cJSON_AddItemToObject(object, "precisions", cJSON_CreateDoubleArray(s->precisions, 4));
        cJSON_AddNumberToObject(object, "brevity_penalty", s->brevity_penalty);
        cJSON_AddNumberToObject(object, "words", s->line_words);
    }
    if (metric == TR_TER) cJSON_AddNumberToObject(object, "edits", s->edits);
    if (metric == TR_BLEU || metric == TR_TER)
        cJSON_AddNumberToObject(object, "reference_words", s->reference_words);
}

static void add_resampled(cJSON *object, const tr_comparison *c, int which)
{
    cJSON_AddNumberToObject(object, "mean", c->mean[which]);
    cJSON_AddNumberToObject(object, "confidence", c->half[which]);
}

static cJSON *metric_object(const evaluate_report *r, int metric, const scores *s)
{
    const tr_comparison *const c = &s->comparison;
    cJSON *const object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", s->system.name);
    cJSON_AddStringToObject(object, "signature", r->baseline ? c->signature : s->system.signature);
    add_score_row(object, metric, &s->system);
    if (!r->baseline) return object;
    add_resampled(object, c, 1);
    cJSON_AddNumberToObject(object, "p_value", c->p_value);
    cJSON *const baseline = cJSON_AddObjectToObject(object, "baseline");
    add_score_row(baseline, metric, &s->baseline);
    add_resampled(baseline, c, 0);
    return object;
}

static int add_metrics(const evaluate_report *r, size_t system, cJSON *object)
{
    cJSON *const metrics = cJSON_AddArrayToObject(object, "metrics");
    scores s;

    for (int metric = 0; metric < TR_N_METRICS; metric++) {
        if (!evaluate_wants(r->metrics, metric)) continue;
        if (get_scores(r, system, metric, &s)) return -1;
        cJSON_AddItemToArray(metrics, metric_object(r, metric, &s));
    }
    return 0;
}

/* Several systems are a list of what one has. */
static int add_systems(const evaluate_report *r, cJSON *object)
{
    cJSON *const systems = cJSON_AddArrayToObject(object, "systems");
    int rc = 0;

    for (size_t i = 0; i < r->n_systems && !rc; i++) {
        cJSON *const one = cJSON_CreateObject();
        json_add_text(one, "system", r->systems[i].name, strlen(r->systems[i].name));
        cJSON_AddItemToArray(systems, one);
        rc = add_metrics(r, i, one);
    }
    return rc;
}

int evaluate_report_json(const evaluate_report *r)
{
    cJSON *const object = cJSON_CreateObject();
    output out;

    cJSON_AddNumberToObject(object, "lines", (double)tr_evaluation_lines(r->systems[0].evaluation));
    int rc = output_open(&out, NULL);
    if (!rc) rc = r->n_systems > 1 ? add_systems(r, object) : add_metrics(r, 0, object);
    if (rc)
        cJSON_Delete(object);
    else
        json_print(&out, object);
    output_close(&out);
    return rc;
}
