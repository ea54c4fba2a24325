#include "evaluate/evaluate_lines.h"

#include "console/json.h"

static const char *const names[TR_N_METRICS] = {"BLEU", "chrF2", "chrF2++", "TER"};

int evaluate_lines_open(evaluate_lines *l)
{
    if (output_open(&l->out, NULL) < 0) return -1;
    l->is_open = true;
    if (l->json) return 0;
    fputs("line", l->out.stream);
    for (int metric = 0; metric < TR_N_METRICS; metric++)
        if (evaluate_wants(l->metrics, metric)) fprintf(l->out.stream, "\t%s", names[metric]);
    fputc('\n', l->out.stream);
    return 0;
}

static double score_of(const tr_evaluation *e, int metric)
{
    tr_metric_score score = {0};

    tr_evaluation_score_line(e, metric, &score, NULL);
    return score.score;
}

static void print_row(evaluate_lines *l, const tr_evaluation *e)
{
    fprintf(l->out.stream, "%zu", tr_evaluation_lines(e));
    for (int metric = 0; metric < TR_N_METRICS; metric++)
        if (evaluate_wants(l->metrics, metric))
            fprintf(l->out.stream, "\t%.2f", score_of(e, metric));
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
    for (int metric = 0; metric < TR_N_METRICS; metric++)
        if (evaluate_wants(l->metrics, metric))
            cJSON_AddNumberToObject(object, names[metric], score_of(e, metric));
    json_print(&l->out, object);
}

void evaluate_lines_close(evaluate_lines *l)
{
    output_close(&l->out);
}
