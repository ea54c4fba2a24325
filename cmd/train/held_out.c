#include "held_out.h"

#include <math.h>
#include <stdlib.h>

#include "language/language.h"
#include "language/language_data.h"

enum { SAMPLES = 1000, SEED = 12345 }; /* as `translate evaluate` has them */
enum { FITTED_LINES = 500 };
static const double CERTAIN = 0.05; /* p below it: hardly chance */
/* Of likelihood, which tells small differences that nobody sees in translations, too. */
static const double SURE = 0.001, CLEAR_GAIN = 0.03; /* nats a piece */

void held_out_languages(held_out_model model, tr_options *options)
{
    options->source_language = model.source_language;
    options->target_language = model.target_language;
}

/* ---- A fit of quality ---- */

int held_out_fit_begin(held_out_fit *fit, tr_error *err)
{
    tr_evaluation_options options;

    *fit = (held_out_fit){.mean = calloc(FITTED_LINES, sizeof *fit->mean),
                          .target = calloc(FITTED_LINES, sizeof *fit->target)};
    if (!fit->mean || !fit->target) return tr_fail_memory(err);
    tr_evaluation_options_init(&options);
    options.metrics = 1u << TR_CHRF;
    return tr_evaluation_create(&fit->evaluation, &options, err);
}

void held_out_fit_free(held_out_fit *fit)
{
    free(fit->mean);
    free(fit->target);
    tr_evaluation_free(fit->evaluation);
}

tr_quality held_out_fit_end(const held_out_fit *fit)
{
    tr_quality q = TR_QUALITY_DEFAULT;

    if (fit->n >= TR_QUALITY_LEAST) tr_quality_fit(&q, fit->mean, fit->target, fit->n);
    return q;
}

static int fit_line(held_out_fit *fit, const tr_translation *t, tr_string line, tr_string reference,
                    tr_error *err)
{
    const tr_hypothesis *const h = &t->hypotheses[0];
    tr_metric_score score;
    double sum = 0;

    if (isnan(t->quality) || fit->n == FITTED_LINES) return 0;
    int rc = tr_evaluation_add(fit->evaluation, line, &reference, err);
    if (rc == 0) rc = tr_evaluation_score_line(fit->evaluation, TR_CHRF, &score, err);
    if (rc < 0) return rc;
    for (size_t i = 0; i < h->n_tokens; i++)
        sum += (double)h->tokens[i].log_probability;
    fit->mean[fit->n] = sum / (double)h->n_tokens;
    fit->target[fit->n++] = score.score / 100;
    return 0;
}

/* ---- Translations ---- */

/* `evaluation`, `fit`: each NULL where it does not want the line. */
static int add_line(const tr_bitext *text, size_t i, tr_session *session, tr_evaluation *evaluation,
                    held_out_fit *fit, tr_error *err)
{
    tr_buf source = {0}, target = {0};
    const tr_translation *result;

    int rc = tr_bitext_held_out_text(text, i, &source, &target, err);
    if (rc == 0) rc = tr_translate(session, tr_buf_text(&source), source.len, &result, err);
    if (rc == 0) {
        const tr_string line = {result->hypotheses[0].text, result->hypotheses[0].text_len};
        const tr_string reference = {tr_buf_text(&target), target.len};
        if (evaluation) rc = tr_evaluation_add(evaluation, line, &reference, err);
        if (rc == 0 && fit) rc = fit_line(fit, result, line, reference, err);
    }
    tr_buf_free(&source);
    tr_buf_free(&target);
    return rc;
}

static size_t lines_used(const tr_bitext *text, size_t most)
{
    const size_t n = tr_bitext_n_held_out(text);
    return n < most ? n : most;
}

/* Greedy translations are cut short, because a model that has learnt little finds no end.
 */
static int add_lines(const tr_model *model, held_out_model m, const tr_bitext *text, size_t n,
                     bool greedy, tr_evaluation *evaluation, held_out_fit *fit, tr_error *err)
{
    const size_t n_fitted = fit ? lines_used(text, FITTED_LINES) : 0;
    tr_session *session = NULL;
    tr_options options;

    tr_options_init(&options, model);
    held_out_languages(m, &options);
    if (greedy) {
        options.beam_size = options.n_best = options.raw = 1;
        options.max_length_factor = 2;
        options.max_length = 10;
    }
    int rc = tr_session_create(&session, model, &options, err);
    for (size_t i = 0; rc == 0 && (i < n || i < n_fitted); i++)
        rc = add_line(text, i, session, i < n ? evaluation : NULL, i < n_fitted ? fit : NULL, err);
    tr_session_free(session);
    return rc;
}

static int create_evaluation(const tr_model *model, const char *language,
                             tr_evaluation **evaluation, tr_error *err)
{
    tr_evaluation_options options;

    tr_evaluation_options_init(&options);
    options.metrics = 1u << TR_BLEU | 1u << TR_CHRF;
    options.compare = 1;
    options.words = held_out_words(language ? language : tr_model_get_info(model)->target_language);
    return tr_evaluation_create(evaluation, &options, err);
}

int held_out_words(const char *language)
{
    char tag[64];
    tr_language_tag(language, tag, sizeof tag);
    return tr_language_has_spaces(tag) ? TR_BLEU_13A : TR_BLEU_CHAR;
}

int held_out_translate(held_out_model m, const tr_bitext *text, size_t most, bool greedy,
                       tr_evaluation **evaluation, held_out_fit *fit, tr_error *err)
{
    tr_model *model = NULL;

    int rc = tr_model_open(&model, m.path, err);
    if (rc == 0) rc = create_evaluation(model, m.target_language, evaluation, err);
    if (rc == 0)
        rc = add_lines(model, m, text, lines_used(text, most), greedy, *evaluation, fit, err);
    tr_model_close(model);
    return rc;
}

int held_out_bleu(held_out_model model, const tr_bitext *text, size_t most, bool greedy,
                  double *bleu, size_t *n, held_out_fit *fit, tr_error *err)
{
    tr_evaluation *evaluation = NULL;
    tr_metric_score score = {0};

    *n = lines_used(text, most);
    int rc = held_out_translate(model, text, most, greedy, &evaluation, fit, err);
    if (rc == 0) rc = tr_evaluation_score(evaluation, TR_BLEU, &score, err);
    *bleu = score.score;
    tr_evaluation_free(evaluation);
    return rc;
}

int held_out_compare(tr_evaluation *const models[2], held_out_comparison *c, tr_error *err)
{
    tr_metric_score score;
    tr_comparison p;
    int rc = 0;

    *c = (held_out_comparison){.n = tr_evaluation_lines(models[0])};
    for (int i = 0; rc == 0 && i < 2; i++) {
        rc = tr_evaluation_score(models[i], TR_BLEU, &score, err);
        c->bleu[i] = score.score;
        if (rc == 0) rc = tr_evaluation_score(models[i], TR_CHRF, &score, err);
        c->chrf[i] = score.score;
    }
    if (rc == 0) rc = tr_evaluation_compare(models[0], models[1], TR_CHRF, SAMPLES, SEED, &p, err);
    if (rc == 0) c->p = p.p_value;
    return rc;
}

/* ---- Likelihood ---- */

/* log_p [n] of references.  *n_pieces: of all. */
static int score_lines(held_out_model m, const tr_bitext *text, size_t n, double *log_p,
                       size_t *n_pieces, tr_error *err)
{
    const tr_translation *result;
    tr_session *session = NULL;
    tr_model *model = NULL;
    tr_options options;
    tr_buf source = {0}, target = {0};

    *n_pieces = 0;
    int rc = tr_model_open(&model, m.path, err);
    if (rc == 0) tr_options_init(&options, model);
    if (rc == 0) held_out_languages(m, &options);
    if (rc == 0) rc = tr_session_create(&session, model, &options, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        tr_buf_clear(&source);
        tr_buf_clear(&target);
        rc = tr_bitext_held_out_text(text, i, &source, &target, err);
        if (rc == 0)
            rc = tr_score(session, (tr_string){tr_buf_text(&source), source.len},
                          (tr_string){tr_buf_text(&target), target.len}, &result, err);
        if (rc < 0) break;
        log_p[i] = result->hypotheses[0].log_probability;
        *n_pieces += result->hypotheses[0].n_tokens;
    }
    tr_session_free(session);
    tr_model_close(model);
    tr_buf_free(&source);
    tr_buf_free(&target);
    return rc;
}

/* How likely a mean of d [n] as far from 0 is where the true one is 0, by the normal distribution.
 */
static double chance_of(const double *d, size_t n)
{
    double mean = 0, squares = 0;

    for (size_t i = 0; i < n; i++)
        mean += d[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (d[i] - mean) * (d[i] - mean);
    if (n < 2 || squares == 0) return 1;
    return erfc(fabs(mean) / sqrt(squares / (double)(n - 1) / (double)n) / sqrt(2));
}

int held_out_likelihood(const held_out_model models[2], const tr_bitext *text, size_t most,
                        held_out_comparison *c, tr_error *err)
{
    const size_t n = lines_used(text, most);
    double *const log_p = calloc(n + 1, 2 * sizeof *log_p);
    double sum = 0;
    size_t n_pieces;
    int rc = log_p ? 0 : tr_fail_memory(err);

    for (int i = 0; rc == 0 && i < 2; i++)
        rc = score_lines(models[i], text, n, log_p + (size_t)i * n, &n_pieces, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        sum += log_p[i] = log_p[n + i] - log_p[i];
    if (rc == 0 && n_pieces) {
        c->gain = sum / (double)n_pieces;
        c->gain_p = chance_of(log_p, n);
    }
    free(log_p);
    return rc;
}

/* ---- The verdict ---- */

enum held_out_verdict held_out_judge(const held_out_comparison *c)
{
    const double difference = c->n ? c->chrf[1] - c->chrf[0] : 0;
    const bool clearly = fabs(c->gain) >= CLEAR_GAIN && c->gain_p < SURE;

    if (difference != 0 && c->p < CERTAIN) return difference > 0 ? HELD_OUT_BETTER : HELD_OUT_WORSE;
    if (!clearly) return HELD_OUT_EQUAL;
    if (difference * c->gain < 0) return HELD_OUT_UNSURE;
    return c->gain > 0 ? HELD_OUT_BETTER : HELD_OUT_WORSE;
}
