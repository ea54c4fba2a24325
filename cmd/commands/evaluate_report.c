#include "commands/evaluate_report.h"

#include "console/json.h"
#include "console/message.h"
#include "console/output.h"

/* One metric's results. */
typedef struct scores {
    tr_metric_score system, baseline;
    tr_comparison comparison; /* with a baseline */
} scores;

static int get_scores(const evaluate_report *r, int metric, scores *s)
{
    tr_error err;

    int rc = tr_evaluation_score(r->system, metric, &s->system, &err);
    if (!rc && r->baseline) rc = tr_evaluation_score(r->baseline, metric, &s->baseline, &err);
    if (!rc && r->baseline)
        rc = tr_evaluation_compare(r->baseline, r->system, metric, r->n_samples, r->seed,
                                   &s->comparison, &err);
    if (rc) complain("%s", err.msg);
    return rc ? -1 : 0;
}

/* ---- Text -------------------------------------------------------------------------------- */

static void print_score_cell(FILE *out, int metric, const tr_metric_score *s)
{
    const double *const p = s->precisions;

    fprintf(out, "%.2f", s->score);
    if (metric == TR_BLEU)
        fprintf(out, " %.1f/%.1f/%.1f/%.1f (BP = %.3f ratio = %.3f hyp_len = %.0f ref_len = %.0f)",
                p[0], p[1], p[2], p[3], s->brevity_penalty,
                s->reference_words > 0 ? s->line_words / s->reference_words : 0, s->line_words,
                s->reference_words);
    fputc('\n', out);
}

static void print_comparison(FILE *out, int metric, const scores *s)
{
    const tr_comparison *const c = &s->comparison;
    const double gain = s->system.score - s->baseline.score;
    const char *const verdict = c->p_value >= 0.05                 ? "may be chance"
                                : (metric == TR_TER) == (gain < 0) ? "better than the baseline"
                                                                   : "worse than the baseline";

    fprintf(out, "%s|%s\n", s->system.name, c->signature);
    fprintf(out, "  baseline %.2f (%.2f ± %.2f)\n", s->baseline.score, c->mean[0], c->half[0]);
    fprintf(out, "  system   %.2f (%.2f ± %.2f), ", s->system.score, c->mean[1], c->half[1]);
    if (gain == 0)
        fputs("the same\n", out);
    else
        fprintf(out, "p = %.4f: %s\n", c->p_value, verdict);
}

int evaluate_report_text(const evaluate_report *r)
{
    output out;
    scores s;
    int rc = output_open(&out, NULL);

    for (int metric = 0; metric < TR_N_METRICS && !rc; metric++) {
        if (!(r->metrics >> metric & 1)) continue;
        rc = get_scores(r, metric, &s);
        if (rc) break;
        if (r->baseline) {
            print_comparison(out.stream, metric, &s);
        } else {
            fprintf(out.stream, "%s|%s = ", s.system.name, s.system.signature);
            print_score_cell(out.stream, metric, &s.system);
        }
    }
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

int evaluate_report_json(const evaluate_report *r)
{
    cJSON *const object = cJSON_CreateObject();
    output out;
    scores s;

    cJSON_AddNumberToObject(object, "lines", (double)tr_evaluation_lines(r->system));
    cJSON *const metrics = cJSON_AddArrayToObject(object, "metrics");
    int rc = output_open(&out, NULL);
    for (int metric = 0; metric < TR_N_METRICS && !rc; metric++) {
        if (!(r->metrics >> metric & 1)) continue;
        rc = get_scores(r, metric, &s);
        if (!rc) cJSON_AddItemToArray(metrics, metric_object(r, metric, &s));
    }
    if (rc)
        cJSON_Delete(object);
    else
        json_print(&out, object);
    output_close(&out);
    return rc;
}
