#include "evaluate/evaluate_lines.h"

#include "console/json.h"

int evaluate_lines_open(evaluate_lines *l, const tr_evaluation *e)
{
    tr_metric_score score = {0};

    if (output_open(&l->out, NULL) < 0) return -1;
    l->is_open = true;
    if (l->json) return 0;
    fputs("line", l->out.stream);
    for (int metric = 0; metric < TR_N_METRICS; metric++) {
        if (!evaluate_wants(l->metrics, metric)) continue;
        tr_evaluation_score(e, metric, &score, NULL);
        fprintf(l->out.stream, "\t%s", score.name);
    }
    fputc('\n', l->out.stream);
    return 0;
}

static tr_metric_score score_of(const tr_evaluation *e, int metric)
{
    tr_metric_score score = {0};

    tr_evaluation_score_line(e, metric, &score, NULL);
    return score;
}

static void print_row(evaluate_lines *l, const tr_evaluation *e)
{
    fprintf(l->out.stream, "%zu", tr_evaluation_lines(e));
    for (int metric = 0; metric < TR_N_METRICS; metric++)
        if (evaluate_wants(l->metrics, metric))
            fprintf(l->out.stream, "\t%.*f", evaluate_digits(metric), score_of(e, metric).score);
    fputc('\n', l->out.stream);
}

void evaluate_lines_print(evaluate_lines *l, const tr_evaluation *e)
{
    if (!l->json) {
        print_row(l, e);
        return;
    }
    cJSON *const object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "line", (double)tr_evaluation_lines(e));
    for (int metric = 0; metric < TR_N_METRICS; metric++) {
        if (!evaluate_wants(l->metrics, metric)) continue;
        const tr_metric_score score = score_of(e, metric);
        cJSON_AddNumberToObject(object, score.name, score.score);
    }
    json_print(&l->out, object);
}

void evaluate_lines_close(evaluate_lines *l)
{
    output_close(&l->out);
}
