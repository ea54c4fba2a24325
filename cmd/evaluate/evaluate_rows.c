#include "evaluate/evaluate_rows.h"

#include <stdlib.h>

#include "console/alloc.h"
#include "console/message.h"

enum { LEARNED_ROWS = 64 }; /* that are judged together */

enum { SOURCE, SYSTEM }; /* columns; behind the systems are the references */

/* ---- Learned metrics --------------------------------------------------------------------- */

static int open_learned(evaluate_rows *r, int metric, const text_list *models, int threads)
{
    learned_metric *const l = &r->learned[metric - TR_COMET];
    const char *const name = metric == TR_COMET ? "comet" : "metricx";

    if (learned_metric_open(l, metric, models, threads, NULL) < 0) return -1;
    learned_metric_sign(l, r->n_references > 0);
    if (r->n_references > 1 && learned_metric_takes_reference(l)) {
        complain("--metrics %s: its model takes one reference, not %zu", name, r->n_references);
        return -1;
    }
    if (r->n_references || !learned_metric_needs_reference(l)) return 0;
    complain("--metrics %s: its model needs a reference", name);
    return -1;
}

int evaluate_rows_open(evaluate_rows *r, unsigned metrics, const text_list *models, int threads,
                       tr_evaluation_options *o)
{
    r->block.n_columns = SYSTEM + r->n_systems + r->n_references;
    r->texts = checked_realloc(NULL, r->n_references + 1, sizeof *r->texts);
    for (int metric = TR_COMET; metric <= TR_METRICX; metric++)
        if (evaluate_wants(metrics, metric) && open_learned(r, metric, models, threads) < 0)
            return -1;
    o->comet = r->learned[0].signature;
    o->metricx = r->learned[1].signature;
    return 0;
}

void evaluate_rows_close(evaluate_rows *r)
{
    for (size_t i = 0; i < N_LEARNED; i++)
        learned_metric_close(&r->learned[i]);
    line_block_free(&r->block);
    free(r->texts);
}

/* scores [n_systems, N_LEARNED, block.n] */
static float *scores_of(const evaluate_rows *r, float *scores, size_t system, size_t learned)
{
    return scores + (system * N_LEARNED + learned) * r->block.n;
}

static int judge(const evaluate_rows *r, float *scores)
{
    tr_string *const sources = line_block_column(&r->block, SOURCE);
    tr_string *const references =
        r->n_references ? line_block_column(&r->block, SYSTEM + r->n_systems) : NULL;
    int rc = 0;

    for (size_t s = 0; s < r->n_systems && !rc; s++) {
        tr_string *const translations = line_block_column(&r->block, SYSTEM + s);
        for (size_t i = 0; i < N_LEARNED && !rc; i++)
            if (r->learned[i].judge)
                rc = learned_metric_score(&r->learned[i], sources, translations, references,
                                          r->block.n, scores_of(r, scores, s, i));
        free(translations);
    }
    free(references);
    free(sources);
    return rc;
}

/* ---- Rows -------------------------------------------------------------------------------- */

static int add_system(evaluate_rows *r, tr_evaluation *e, tr_string text)
{
    const size_t repaired = tr_evaluation_repaired(e);
    tr_error err;

    if (tr_evaluation_add(e, text, r->texts, &err)) {
        complain("line %zu: %s", r->n_added, err.msg);
        return -1;
    }
    if (tr_evaluation_repaired(e) > repaired && r->last_repaired != r->n_added) {
        r->last_repaired = r->n_added;
        if (!r->n_repaired++) r->first_repaired = r->n_added;
    }
    return 0;
}

static int add_row(evaluate_rows *r, size_t row, float *scores)
{
    r->n_added++;
    for (size_t i = 0; i < r->n_references; i++)
        r->texts[i] = line_block_text(&r->block, row, SYSTEM + r->n_systems + i);
    for (size_t s = 0; s < r->n_systems; s++) {
        tr_evaluation *const e = r->evaluations[s];
        for (size_t i = 0; i < N_LEARNED; i++)
            if (r->learned[i].judge)
                tr_evaluation_judge(e, TR_COMET + (int)i, (double)scores_of(r, scores, s, i)[row],
                                    NULL);
        if (add_system(r, e, line_block_text(&r->block, row, SYSTEM + s)) < 0) return -1;
        if (!s && r->per_line) evaluate_lines_print(r->per_line, e);
    }
    return 0;
}

void evaluate_rows_put(evaluate_rows *r, tr_string text)
{
    line_block_add(&r->block, text);
}

int evaluate_rows_add(evaluate_rows *r, bool is_end)
{
    const bool judges = r->learned[0].judge || r->learned[1].judge;
    const size_t n = r->block.n;

    if (!n || (judges && !is_end && n < LEARNED_ROWS)) return 0;
    float *const scores = checked_realloc(NULL, r->n_systems * N_LEARNED * n, sizeof *scores);
    int rc = judges ? judge(r, scores) : 0;
    for (size_t i = 0; i < n && !rc; i++)
        rc = add_row(r, i, scores);
    free(scores);
    line_block_clear(&r->block);
    return rc;
}
