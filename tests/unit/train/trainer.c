/* trainer.c - steps, checks, and what keeps a run from harm. */
#include "train/trainer.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "train/network/transformer.h"
#include "unit/toy_bitext.h"
#include "unit/unit.h"

enum { PAIRS = 400, VOCAB = 320, HELD_OUT = 60 };

static toy_bitext text, general;

static tr_trainer *open_trainer(const tr_training *training, size_t threads)
{
    tr_trainer *t;
    tr_error err;
    ck_assert_msg(tr_trainer_create(&t, training, text.b, threads, tr_cpu_detect(), &err) == 0,
                  "%s", err.msg);
    return t;
}

static tr_trainer *open_run(void)
{
    toy_bitext_open_pairs(&text, PAIRS, VOCAB, HELD_OUT);
    const tr_training training = toy_training(&text);
    return open_trainer(&training, 1);
}

static void close_run(tr_trainer *t)
{
    tr_trainer_free(t);
    toy_bitext_close(&text);
}

static tr_step_report take_step(tr_trainer *t)
{
    tr_step_report report;
    tr_error err;
    ck_assert_msg(tr_trainer_step(t, &report, &err) == 0, "%s", err.msg);
    return report;
}

/* ---- Shapes and recipes ---- */

static void check_refused(const tr_training *training)
{
    tr_trainer *t;
    tr_error err;
    ck_assert_int_eq(tr_trainer_create(&t, training, text.b, 1, tr_cpu_detect(), &err), TR_EINVAL);
}

START_TEST(impossible_shapes_and_recipes_are_refused)
{
    toy_bitext_open_pairs(&text, PAIRS, VOCAB, HELD_OUT);
    const tr_training good = toy_training(&text);
    tr_training bad[9];

    for (size_t i = 0; i < 9; i++)
        bad[i] = good;
    bad[0].shape.d_model = 15;
    bad[1].shape.heads = 3;
    bad[2].shape.n_decoder_layers = 0;
    bad[3].recipe.limit = 65; /* there are 64 positions */
    bad[4].recipe.limit = 1;
    bad[5].recipe.rate = 0;
    bad[6].recipe.dropout = 1;
    bad[7].recipe.general = 1;
    bad[8].recipe.kl = NAN;
    for (size_t i = 0; i < 9; i++)
        check_refused(&bad[i]);
    tr_trainer_free(open_trainer(&good, 1));
    toy_bitext_close(&text);
}
END_TEST

/* ---- Steps ---- */

START_TEST(a_step_has_as_many_pieces_as_the_recipe_says_or_a_few_more)
{
    tr_trainer *t = open_run();
    const tr_training_progress *p = &tr_trainer_state(t)->progress;
    uint64_t pieces = 0;

    for (size_t step = 1; step <= 20; step++) {
        const tr_step_report r = take_step(t);
        ck_assert(r.pieces >= 60 && r.pieces < 60 + 32);
        pieces += r.pieces;
        ck_assert_uint_eq(p->step, step);
        ck_assert_uint_eq(p->pieces, pieces);
        ck_assert_double_eq(r.rate, tr_training_rate(&tr_trainer_state(t)->recipe, step - 1));
    }
    close_run(t);
}
END_TEST

/* Before the first step, predictions are nearly uniform: the loss is about log VOCAB, 5.8. */
START_TEST(steps_make_predictions_better)
{
    tr_trainer *t = open_run();
    const double uniform = log((double)tr_trainer_state(t)->shape.target_vocab);

    const double first = take_step(t).nll;
    ck_assert(fabs(first - uniform) < 1);
    for (int i = 0; i < 80; i++)
        take_step(t);
    ck_assert(take_step(t).nll < first - 2);
    close_run(t);
}
END_TEST

START_TEST(threads_change_nothing)
{
    tr_trainer *one = open_run();
    const tr_training training = toy_training(&text);
    tr_trainer *three = open_trainer(&training, 3);
    const size_t size = tr_trainer_parameters(one)->n_floats * sizeof(float);

    for (int i = 0; i < 5; i++)
        ck_assert_double_eq(take_step(one).loss, take_step(three).loss);
    ck_assert_mem_eq(tr_trainer_parameters(one)->w, tr_trainer_parameters(three)->w, size);
    tr_trainer_free(three);
    close_run(one);
}
END_TEST

/* average = keep * average + (1 - keep) * weights. */
START_TEST(the_average_keeps_the_recipe_s_share)
{
    tr_trainer *t = open_run();
    const tr_parameters *p = tr_trainer_parameters(t);
    const float before = p->average[3];

    take_step(t);
    const double keep = tr_training_keep(&tr_trainer_state(t)->recipe, 0);
    ck_assert(keep > 0 && keep < 1);
    ck_assert_double_eq_tol((double)p->average[3],
                            keep * (double)before + (1 - keep) * (double)p->w[3], 1e-7);
    close_run(t);
}
END_TEST

/* ---- Gradients that are not finite ---- */

START_TEST(a_step_without_finite_gradients_changes_nothing)
{
    tr_trainer *t = open_run();
    tr_parameters *p = tr_trainer_parameters(t);
    const size_t size = p->n_floats * sizeof *p->w;
    tr_step_report r;
    tr_error err;

    take_step(t);
    const float good = p->w[5];
    p->w[5] = NAN;
    tr_trainer_changed(t);
    float *w = memcpy(malloc(size), p->w, size), *m = memcpy(malloc(size), p->m, size);
    for (size_t i = 0; i < 2; i++) {
        r = take_step(t);
        ck_assert(r.skipped);
        ck_assert_mem_eq(p->w, w, size);
        ck_assert_mem_eq(p->m, m, size);
        ck_assert_float_eq(p->g[0], 0);
    }
    ck_assert_uint_eq(tr_trainer_state(t)->progress.n_skipped_last, 2);
    ck_assert_int_eq(tr_trainer_step(t, &r, &err), TR_EINVAL);
    ck_assert_msg(strstr(err.msg, "lower rate") != NULL, "%s", err.msg);

    p->w[5] = good;
    tr_trainer_changed(t);
    r = take_step(t);
    ck_assert(!r.skipped);
    ck_assert_uint_eq(tr_trainer_state(t)->progress.n_skipped_last, 0);
    ck_assert_uint_eq(tr_trainer_state(t)->progress.n_skipped, 3);
    free(w);
    free(m);
    close_run(t);
}
END_TEST

/* ---- Checks ---- */

/* The same by a network of its own with the averaged weights, pair by pair. */
static double nll_by_pairs(tr_trainer *t, size_t n)
{
    tr_parameters *own = tr_trainer_parameters(t), p;
    const tr_pack_limits limits = {.rows = 64, .longest = 32};
    const tr_loss_options options = {.weight = 1};
    tr_transformer *network;
    tr_workers *workers;
    tr_loss_sums sums = {0};
    size_t pieces = 0;
    tr_error err;

    ck_assert_int_eq(tr_parameters_create_fixed(&p, &own->shape, &own->format, &err), 0);
    memcpy(p.w, own->average, p.n_floats * sizeof *p.w);
    const size_t floats = tr_transformer_scratch(&p.shape, &limits);
    ck_assert_int_eq(tr_workers_create(&workers, 1, floats, &err), 0);
    ck_assert_int_eq(tr_transformer_create(&network, &p, workers, tr_cpu_detect(), TR_FLOAT32,
                                           tr_trainer_positions(t), &limits, &err),
                     0);
    tr_transformer_pack(network);
    for (size_t i = 0; i < n; i++) {
        const tr_pair pair = tr_bitext_held_out(text.b, i);
        const size_t source_start[] = {0, pair.n_source}, target_start[] = {0, pair.n_target};
        int32_t source[64], target[64];
        for (size_t k = 0; k < pair.n_source; k++)
            source[k] = tr_pair_id(&pair, pair.source, k);
        for (size_t k = 0; k < pair.n_target; k++)
            target[k] = tr_pair_id(&pair, pair.target, k);
        const tr_pack pack = {
            {source, source_start, pair.n_source, 0}, {target, target_start, pair.n_target, 0}, 1};
        tr_transformer_forward(network, &pack, NULL);
        tr_transformer_loss(network, &pack, &options, &sums);
        pieces += pair.n_target;
    }
    tr_transformer_free(network);
    tr_workers_free(workers);
    tr_parameters_free(&p);
    return sums.nll / (double)pieces;
}

START_TEST(a_check_is_the_mean_over_held_out_pieces)
{
    tr_trainer *t = open_run();
    const size_t n = tr_bitext_n_held_out(text.b);

    for (int i = 0; i < 30; i++)
        take_step(t);
    const tr_parameters *p = tr_trainer_parameters(t);
    const float w = p->w[3];
    ck_assert(n > 20);
    ck_assert_double_eq_tol(tr_trainer_check(t, text.b, SIZE_MAX), nll_by_pairs(t, n), 1e-6);
    ck_assert_double_eq_tol(tr_trainer_check(t, text.b, 7), nll_by_pairs(t, 7), 1e-6);
    ck_assert_float_eq(p->w[3], w);
    close_run(t);
}
END_TEST

START_TEST(without_held_out_pairs_a_check_is_0)
{
    toy_bitext_open_pairs(&text, PAIRS, VOCAB, 0);
    const tr_training training = toy_training(&text);
    tr_trainer *t = open_trainer(&training, 1);
    ck_assert_double_eq(tr_trainer_check(t, text.b, SIZE_MAX), 0);
    close_run(t);
}
END_TEST

START_TEST(the_best_is_the_average_until_a_check_was_kept)
{
    tr_trainer *t = open_run();
    const tr_parameters *p = tr_trainer_parameters(t);

    take_step(t);
    ck_assert_ptr_eq(tr_trainer_best(t), p->average);
    const float best = p->average[3];
    tr_trainer_keep(t);
    tr_trainer_state(t)->progress.best_dev = 5;
    take_step(t);
    ck_assert_float_eq(tr_trainer_best(t)[3], best);
    ck_assert_float_ne(p->average[3], best);
    close_run(t);
}
END_TEST

/* ---- General text ---- */

/* A run that is held to a model file with the weights that it begins with. */
static tr_trainer *open_anchored(tr_nmt *original, double kl)
{
    tr_error err;

    toy_bitext_open_pairs(&text, PAIRS, VOCAB, HELD_OUT);
    const tr_bitext_tokens tokens = {.spm = text.spm};
    toy_bitext_open(&general, "a b c\tc b a\nd e\te d\nf g h\th g f\n", 32, &(tr_bitext_options){0},
                    0);
    ck_assert_int_eq(tr_bitext_encode(general.b, &tokens, 32, 0, &err), 0);
    tr_training training = toy_training(&text);
    training.recipe.general = 0.5;
    training.recipe.kl = kl;
    tr_trainer *t = open_trainer(&training, 1);
    const tr_parameters *p = tr_trainer_parameters(t);
    const tr_model_about about = toy_about(&text);
    const char *path = scratch_file(&text.files, "original.gguf");
    ck_assert_int_eq(
        tr_model_file_write(path, p, p->w, tr_trainer_positions(t), &about, false, &err), 0);
    ck_assert_int_eq(tr_nmt_open(original, path, &err), 0);
    ck_assert_int_eq(tr_trainer_anchor(t, general.b, original, &err), 0);
    return t;
}

static void close_anchored(tr_trainer *t, tr_nmt *original)
{
    tr_nmt_close(original);
    toy_bitext_close(&general);
    close_run(t);
}

START_TEST(half_of_a_step_is_general_text)
{
    tr_nmt original;
    tr_trainer *t = open_anchored(&original, 4);
    const tr_training_progress *p = &tr_trainer_state(t)->progress;
    const double longest = 12; /* pieces of a pair, at most, by which each half may be off */

    for (int i = 0; i < 50; i++)
        take_step(t);
    size_t general_pieces = 0;
    tr_mixture_order again = {.seed = p->general.seed};
    while (again.all < p->general.all)
        general_pieces += tr_bitext_draw(general.b, &again).n_target;
    ck_assert_double_eq_tol((double)general_pieces, 50 * 30, 50 * longest);
    ck_assert_double_eq_tol((double)(p->pieces - general_pieces), 50 * 30, 50 * longest);
    close_anchored(t, &original);
}
END_TEST

static double distance(const float *a, const float *b, size_t n)
{
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sqrt(squares);
}

/* On the general text, the teacher's and the run's predictions stay closer with a divergence. */
START_TEST(a_divergence_keeps_predictions_near_the_original_s)
{
    double nll[2];
    for (int i = 0; i < 2; i++) {
        tr_nmt original;
        tr_trainer *t = open_anchored(&original, i ? 50 : 0);
        for (int step = 0; step < 40; step++)
            take_step(t);
        nll[i] = tr_trainer_check(t, text.b, SIZE_MAX);
        close_anchored(t, &original);
    }
    ck_assert(nll[1] > nll[0] + 0.1); /* the original knows nothing, so to stay near it is worse */
}
END_TEST

START_TEST(a_blend_lies_between_the_original_and_the_best)
{
    tr_nmt original;
    tr_trainer *t = open_anchored(&original, 4);
    tr_parameters *p = tr_trainer_parameters(t);
    const size_t n = p->n_floats;
    float *first = memcpy(malloc(n * sizeof *first), p->w, n * sizeof *first);

    for (int i = 0; i < 5; i++)
        take_step(t);
    tr_trainer_keep(t);
    tr_trainer_state(t)->progress.best_dev = 5;
    const float *best = tr_trainer_best(t);
    const double whole = distance(first, best, n);
    ck_assert(whole > 0.01);
    static const double shares[] = {0, 0.25, 0.7, 1};
    for (size_t i = 0; i < 4; i++) {
        tr_trainer_blend(t, shares[i]);
        ck_assert_double_eq_tol(distance(first, p->average, n), shares[i] * whole, 1e-5);
        ck_assert_double_eq_tol(distance(best, p->average, n), (1 - shares[i]) * whole, 1e-5);
    }
    free(first);
    close_anchored(t, &original);
}
END_TEST

UNIT_MAIN("trainer", impossible_shapes_and_recipes_are_refused,
          a_step_has_as_many_pieces_as_the_recipe_says_or_a_few_more, steps_make_predictions_better,
          threads_change_nothing, the_average_keeps_the_recipe_s_share,
          a_step_without_finite_gradients_changes_nothing, a_check_is_the_mean_over_held_out_pieces,
          without_held_out_pairs_a_check_is_0, the_best_is_the_average_until_a_check_was_kept,
          half_of_a_step_is_general_text, a_divergence_keeps_predictions_near_the_original_s,
          a_blend_lies_between_the_original_and_the_best)
