#include "held_out.h"

enum { SAMPLES = 1000, SEED = 12345 }; /* as `translate evaluate` has them */

static int add_line(const tr_bitext *text, size_t i, tr_session *session, tr_evaluation *evaluation,
                    tr_error *err)
{
    tr_buf source = {0}, target = {0};
    const tr_translation *result;

    int rc = tr_bitext_held_out_text(text, i, &source, &target, err);
    if (rc == 0) rc = tr_translate(session, tr_buf_text(&source), source.len, &result, err);
    if (rc == 0) {
        const tr_string line = {result->hypotheses[0].text, result->hypotheses[0].text_len};
        const tr_string reference = {tr_buf_text(&target), target.len};
        rc = tr_evaluation_add(evaluation, line, &reference, err);
    }
    tr_buf_free(&source);
    tr_buf_free(&target);
    return rc;
}

/* Greedy translations are cut short, because those of a model that has learnt little have no end.
 */
static int add_lines(const tr_model *model, const tr_bitext *text, size_t n, bool greedy,
                     tr_evaluation *evaluation, tr_error *err)
{
    tr_session *session = NULL;
    tr_options options;

    tr_options_init(&options, model);
    if (greedy) {
        options.beam_size = options.n_best = options.raw = 1;
        options.max_length_factor = 2;
        options.max_length = 10;
    }
    int rc = tr_session_create(&session, model, &options, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = add_line(text, i, session, evaluation, err);
    tr_session_free(session);
    return rc;
}

static size_t lines_used(const tr_bitext *text, size_t most)
{
    const size_t n = tr_bitext_n_held_out(text);
    return n < most ? n : most;
}

/* Translates with the model at `path`.  *evaluation is the caller's to free, also after an error.
 */
static int evaluate_model(const char *path, const tr_bitext *text, size_t most, bool greedy,
                          tr_evaluation **evaluation, tr_error *err)
{
    tr_evaluation_options options;
    tr_model *model = NULL;

    tr_evaluation_options_init(&options);
    options.metrics = 1u << TR_BLEU;
    options.compare = 1;
    int rc = tr_evaluation_create(evaluation, &options, err);
    if (rc == 0) rc = tr_model_open(&model, path, err);
    if (rc == 0) rc = add_lines(model, text, lines_used(text, most), greedy, *evaluation, err);
    tr_model_close(model);
    return rc;
}

int held_out_bleu(const char *model, const tr_bitext *text, size_t most, bool greedy, double *bleu,
                  size_t *n, tr_error *err)
{
    tr_evaluation *evaluation = NULL;
    tr_metric_score score = {0};

    *n = lines_used(text, most);
    int rc = evaluate_model(model, text, most, greedy, &evaluation, err);
    if (rc == 0) rc = tr_evaluation_score(evaluation, TR_BLEU, &score, err);
    *bleu = score.score;
    tr_evaluation_free(evaluation);
    return rc;
}

int held_out_compare(const char *const models[2], const tr_bitext *text, size_t most,
                     held_out_comparison *c, tr_error *err)
{
    tr_evaluation *evaluations[2] = {NULL, NULL};
    tr_metric_score score;
    tr_comparison p;
    int rc = 0;

    *c = (held_out_comparison){.n = lines_used(text, most)};
    for (int i = 0; rc == 0 && i < 2; i++) {
        rc = evaluate_model(models[i], text, most, false, &evaluations[i], err);
        if (rc == 0) rc = tr_evaluation_score(evaluations[i], TR_BLEU, &score, err);
        if (rc == 0) c->bleu[i] = score.score;
    }
    if (rc == 0)
        rc = tr_evaluation_compare(evaluations[0], evaluations[1], TR_BLEU, SAMPLES, SEED, &p, err);
    if (rc == 0) c->p = p.p_value;
    tr_evaluation_free(evaluations[0]);
    tr_evaluation_free(evaluations[1]);
    return rc;
}
