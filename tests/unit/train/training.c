/* training.c - rates, averages and the cool-down, as functions of the step; and a run as text. */
#include "train/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static tr_training usual(void)
{
    tr_training t;
    tr_training_init(&t);
    t.recipe.rate = 1;
    t.recipe.warmup = 10;
    t.recipe.cool_from = 70;
    t.recipe.cooldown = 30;
    t.recipe.every = 10;
    t.shape.d_model = t.shape.encoder_ffn = t.shape.decoder_ffn = 8;
    t.shape.heads = 1;
    t.shape.source_vocab = t.shape.target_vocab = 20;
    return t;
}

START_TEST(the_rate_rises_stays_and_falls_to_nothing)
{
    const tr_training t = usual();
    ck_assert_double_eq_tol(tr_training_rate(&t.recipe, 0), 0.1, 1e-12);
    ck_assert_double_eq_tol(tr_training_rate(&t.recipe, 9), 1, 1e-12);
    ck_assert_double_eq_tol(tr_training_rate(&t.recipe, 69), 1, 1e-12);
    ck_assert_double_eq_tol(tr_training_rate(&t.recipe, 85), 0.5, 1e-12);
    ck_assert_double_eq(tr_training_rate(&t.recipe, 100), 0);
}
END_TEST

START_TEST(the_paper_s_rate_falls_by_the_square_root)
{
    tr_training t = usual();
    t.recipe.schedule = TR_SCHEDULE_INVERSE_SQRT;
    t.recipe.cool_from = SIZE_MAX;
    ck_assert_double_eq_tol(tr_training_rate(&t.recipe, 39), 0.5, 1e-12);
    ck_assert_double_eq_tol(tr_training_rate(&t.recipe, 999), 0.1, 1e-12);
}
END_TEST

/* The average of weights that are w[step] after each step. */
static double average_of(const tr_recipe *r, size_t steps, const double *w)
{
    double average = w[0];
    for (size_t step = 0; step < steps; step++) {
        const double keep = tr_training_keep(r, step);
        ck_assert(keep >= 0 && keep <= 1);
        average = keep * average + (1 - keep) * w[step + 1];
    }
    return average;
}

START_TEST(the_average_of_the_last_checks_is_their_mean)
{
    tr_training t = usual();
    double w[101];
    for (size_t i = 0; i <= 100; i++)
        w[i] = sin((double)i) + (double)i / 7;
    for (size_t last = 1; last <= 5; last++) {
        double mean = 0;
        for (size_t i = 0; i < last; i++)
            mean += w[100 - 10 * i] / (double)last;
        t.recipe.last = last;
        ck_assert_double_eq_tol(average_of(&t.recipe, 100, w), mean, 1e-12);
        ck_assert_double_eq_tol(average_of(&t.recipe, 45, w), w[45], 1e-12);
    }
}
END_TEST

START_TEST(the_running_average_forgets_the_beginning)
{
    tr_training t = usual();
    double w[2001] = {1000};
    for (size_t i = 1; i <= 2000; i++)
        w[i] = 1;
    t.recipe.average = 0.99;
    ck_assert_double_eq_tol(average_of(&t.recipe, 2000, w), 1, 1e-5);
}
END_TEST

START_TEST(the_cool_down_can_be_asked_for_at_any_moment)
{
    tr_training t = usual();
    t.recipe.cool_from = 1000000;
    t.recipe.cooldown = 300000;
    t.progress.step = 70;
    ck_assert(!tr_training_cools(&t));
    tr_training_cool_down(&t);
    ck_assert(tr_training_cools(&t));
    ck_assert_uint_eq(t.recipe.cool_from, 70);
    ck_assert_uint_eq(t.recipe.cooldown, 31);

    t = usual();
    t.progress.step = 60000;
    t.recipe.cool_from = 1000000;
    t.recipe.cooldown = 300;
    tr_training_cool_down(&t);
    ck_assert_uint_eq(t.recipe.cooldown, 300);
    t.progress.step += 299;
    ck_assert(!tr_training_done(&t));
    tr_training_cool_down(&t); /* again: nothing changes */
    t.progress.step++;
    ck_assert(tr_training_done(&t));
}
END_TEST

START_TEST(a_run_comes_back_from_its_text)
{
    tr_training t = usual(), again;
    tr_buf text = {0};
    tr_error err;

    t.recipe.last = 5;
    t.recipe.general = 0.5;
    t.recipe.kl = 1.0 / 3;
    t.progress.general.drawn[0] = 77;
    t.progress.order.drawn[63] = 12;
    t.progress.digest = UINT64_C(0xfedcba9876543210);
    tr_training_write(&t, &text);
    ck_assert_msg(tr_training_read(&again, text.data, text.len, "x", &err) == 0, "%s", err.msg);
    ck_assert_uint_eq(again.recipe.last, 5);
    ck_assert_double_eq(again.recipe.kl, t.recipe.kl);
    ck_assert_uint_eq(again.progress.general.drawn[0], 77);
    ck_assert_uint_eq(again.progress.order.drawn[63], 12);
    ck_assert_uint_eq(again.progress.digest, t.progress.digest);
    for (size_t len = 0; len < text.len / 2; len += 7)
        ck_assert_int_lt(tr_training_read(&again, text.data, len, "x", &err), 0);
    tr_buf_free(&text);
}
END_TEST

START_TEST(an_older_run_does_not_say_its_best_nll)
{
    static const char name[] = "progress.best_nll";
    tr_training t = usual(), again;
    tr_buf text = {0};
    tr_error err;

    t.progress.best_nll = 2.5;
    tr_training_write(&t, &text);
    ck_assert_msg(tr_training_read(&again, text.data, text.len, "x", &err) == 0, "%s", err.msg);
    ck_assert_double_eq(again.progress.best_nll, 2.5);
    char *line = strstr(text.data, name), *end = strchr(line, '\n') + 1;
    memmove(line, end, strlen(end) + 1);
    ck_assert_msg(tr_training_read(&again, text.data, strlen(text.data), "x", &err) == 0, "%s",
                  err.msg);
    ck_assert_double_eq(again.progress.best_nll, 0);
    tr_buf_free(&text);
}
END_TEST

START_TEST(a_network_of_impossible_size_is_refused)
{
    tr_training t = usual(), again;
    tr_buf text = {0};
    tr_error err;

    t.shape.n_encoder_layers = SIZE_MAX / 2;
    tr_training_write(&t, &text);
    ck_assert_int_eq(tr_training_read(&again, text.data, text.len, "x", &err), TR_EFORMAT);
    tr_buf_free(&text);
    t.shape.n_encoder_layers = 2;
    t.shape.d_model = 0;
    tr_training_write(&t, &text);
    ck_assert_int_eq(tr_training_read(&again, text.data, text.len, "x", &err), TR_EFORMAT);
    tr_buf_free(&text);
}
END_TEST

/* One line of a run's text has another value. */
static int read_with(const char *name, const char *value)
{
    tr_training t = usual(), again;
    tr_buf text = {0}, changed = {0};
    tr_error err;

    tr_training_write(&t, &text);
    char *line = strstr(text.data, name), *end = line ? strchr(line, '\n') : NULL;
    ck_assert_msg(end != NULL, "%s", name);
    tr_buf_add(&changed, text.data, (size_t)(line - text.data));
    tr_buf_printf(&changed, "%s %s%s", name, value, end);
    const int rc = tr_training_read(&again, changed.data, changed.len, "x", &err);
    tr_buf_free(&text);
    tr_buf_free(&changed);
    return rc;
}

START_TEST(a_choice_that_is_none_is_refused)
{
    static const char *const choices[] = {"shape.ties", "shape.activation", "recipe.optimizer",
                                          "recipe.arithmetic", "recipe.schedule"};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        ck_assert_int_eq(read_with(choices[i], "1"), 0);
        ck_assert_int_eq(read_with(choices[i], "5"), TR_EFORMAT);
        ck_assert_int_eq(read_with(choices[i], "-1"), TR_EFORMAT);
        ck_assert_int_eq(read_with(choices[i], "4294967297"), TR_EFORMAT);
    }
}
END_TEST

START_TEST(a_teacher_without_general_text_is_refused)
{
    ck_assert_int_eq(read_with("recipe.kl", "1"), TR_EFORMAT);
    ck_assert_int_eq(read_with("recipe.kl", "-1"), TR_EFORMAT);
    ck_assert_int_eq(read_with("recipe.kl", "0"), 0);
    ck_assert_int_eq(read_with("recipe.general", "0.5"), 0);
}
END_TEST

START_TEST(steps_of_no_text_are_refused)
{
    ck_assert_int_eq(read_with("recipe.batch", "0"), TR_EFORMAT);
    ck_assert_int_eq(read_with("recipe.batch", "18446744073709551615"), TR_EFORMAT);
    ck_assert_int_eq(read_with("recipe.limit", "0"), TR_EFORMAT);
    ck_assert_int_eq(read_with("recipe.limit", "18446744073709551615"), TR_EFORMAT);
}
END_TEST

UNIT_MAIN("training", the_rate_rises_stays_and_falls_to_nothing,
          the_paper_s_rate_falls_by_the_square_root, the_average_of_the_last_checks_is_their_mean,
          the_running_average_forgets_the_beginning, the_cool_down_can_be_asked_for_at_any_moment,
          a_run_comes_back_from_its_text, an_older_run_does_not_say_its_best_nll,
          a_network_of_impossible_size_is_refused, a_choice_that_is_none_is_refused,
          a_teacher_without_general_text_is_refused, steps_of_no_text_are_refused)
