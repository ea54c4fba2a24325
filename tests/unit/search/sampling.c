/* Words drawn: how often each comes, against the softmax. */
#include "search/sampling.h"

#include <math.h>

#include "base/numbers/philox.h"
#include "unit/unit.h"

enum { VOCAB = 600, DRAWS = 50000 };

typedef struct fixture {
    tr_arena arena;
    tr_kernels k;
    tr_sampler sampler;
    float logit[VOCAB];
    double p[VOCAB]; /* what is expected */
} fixture;

static fixture f;

/* Logits of a few probable words and many others; every seventh may not be taken. */
static void setup(void)
{
    tr_kernels_init(&f.k, 0);
    ck_assert_int_eq(tr_arena_init(&f.arena, tr_sampling_size(VOCAB)), 0);
    tr_sampling_init(&f.sampler, &f.arena, &f.k, VOCAB);
    ck_assert_uint_eq(f.arena.used, f.arena.size);
    for (uint32_t i = 0; i < VOCAB; i++) {
        const double u = tr_philox_uniform((uint32_t[]){i, 0, 0, 0}, 1);
        f.logit[i] = i % 7 == 3 ? TR_RULED_OUT : (float)(-0.9 * log(u + 1e-9));
    }
}

static size_t rank_of(size_t word)
{
    size_t rank = 0;
    for (size_t i = 0; i < VOCAB; i++)
        rank += f.logit[i] > f.logit[word];
    return rank;
}

/* Sets p to the softmax at a temperature, of the `most` most probable words. */
static void expect(double temperature, size_t most)
{
    double sum = 0;
    for (size_t i = 0; i < VOCAB; i++) {
        const bool in = f.logit[i] > TR_RULED_OUT && rank_of(i) < most;
        f.p[i] = in ? exp((double)f.logit[i] / temperature) : 0;
        sum += f.p[i];
    }
    for (size_t i = 0; i < VOCAB; i++)
        f.p[i] /= sum;
}

/* Pearson's statistic over words that are expected ten times or more, the others taken together:
 * its mean is `cells` - 1, its standard deviation sqrt(2 cells). */
static void check_frequencies(const tr_sampling *how)
{
    static double u[DRAWS];
    static uint32_t word[DRAWS];
    size_t count[VOCAB] = {0}, rest_count = 0, cells = 0;
    double rest = 0, chi = 0;

    for (uint32_t i = 0; i < DRAWS; i++)
        u[i] = tr_philox_uniform((uint32_t[]){i, 1, 0, 0}, how->seed);
    ck_assert(tr_sampling_draw(&f.sampler, how, f.logit, VOCAB, u, DRAWS, word));
    for (size_t i = 0; i < DRAWS; i++)
        count[word[i]]++;
    for (size_t i = 0; i < VOCAB; i++) {
        const double expected = f.p[i] * DRAWS, off = (double)count[i] - expected;
        if (!(f.p[i] > 0)) ck_assert_uint_eq(count[i], 0);
        if (expected >= 10) {
            chi += off * off / expected;
            cells++;
        } else {
            rest += expected;
            rest_count += count[i];
        }
    }
    if (rest >= 10) {
        chi += ((double)rest_count - rest) * ((double)rest_count - rest) / rest;
        cells++;
    }
    ck_assert_uint_gt(cells, 2);
    ck_assert_double_lt(fabs(chi - (double)(cells - 1)), 4 * sqrt(2 * (double)cells));
}

START_TEST(words_come_as_often_as_the_softmax_says)
{
    setup();
    expect(1, VOCAB);
    check_frequencies(&(tr_sampling){1, 1, 0, 1, 11});
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(a_temperature_flattens_or_sharpens)
{
    setup();
    expect(0.5, VOCAB);
    check_frequencies(&(tr_sampling){1, 0.5F, 0, 1, 12});
    expect(3, VOCAB);
    check_frequencies(&(tr_sampling){1, 3, 0, 1, 13});
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(top_k_draws_the_k_most_probable)
{
    setup();
    expect(1, 12);
    check_frequencies(&(tr_sampling){1, 1, 12, 1, 14});
    expect(2, 12);
    check_frequencies(&(tr_sampling){1, 2, 12, 1, 15});
    tr_arena_free(&f.arena);
}
END_TEST

/* How many of the most probable words have a share of the weight, of those of the softmax in p. */
static size_t nucleus(double share)
{
    size_t n = 0;
    for (double sum = 0; sum < share; n++)
        for (size_t i = 0; i < VOCAB; i++)
            if (f.p[i] > 0 && rank_of(i) == n) sum += f.p[i];
    return n;
}

START_TEST(top_p_draws_the_fewest_that_have_p)
{
    setup();
    expect(1, VOCAB);
    const size_t n = nucleus((double)0.6F);
    ck_assert_uint_gt(n, 3);
    expect(1, n);
    check_frequencies(&(tr_sampling){1, 1, 0, 0.6F, 16});
    expect(1, 30);
    expect(1, nucleus((double)0.5F));
    check_frequencies(&(tr_sampling){1, 1, 30, 0.5F, 17});
    tr_arena_free(&f.arena);
}
END_TEST

static uint32_t draw_one(const tr_sampling *how, const float *logit, size_t n, double u)
{
    uint32_t word = UINT32_MAX;
    ck_assert(tr_sampling_draw(&f.sampler, how, logit, n, &u, 1, &word));
    return word;
}

static const tr_sampling all = {1, 1, 0, 1, 0};

START_TEST(the_ends_of_the_interval_draw_words_that_may_be_taken)
{
    setup();
    const double most = 1 - 0x1p-53;
    float logit[VOCAB];
    for (size_t only = 0; only < VOCAB; only += 37) {
        for (size_t i = 0; i < VOCAB; i++)
            logit[i] = i == only ? -3 : TR_RULED_OUT;
        ck_assert_uint_eq(draw_one(&all, logit, VOCAB, 0), only);
        ck_assert_uint_eq(draw_one(&all, logit, VOCAB, most), only);
        ck_assert_uint_eq(draw_one(&(tr_sampling){1, 1, 4, 0.5F, 0}, logit, VOCAB, most), only);
        ck_assert_uint_eq(draw_one(&(tr_sampling){1, 1, 0, 0.999F, 0}, logit, VOCAB, 0), only);
    }
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(of_equal_words_the_first_is_drawn_first)
{
    setup();
    float logit[300];
    for (size_t i = 0; i < 300; i++)
        logit[i] = 2;
    for (uint32_t i = 0; i < 300; i++) {
        ck_assert_uint_eq(draw_one(&all, logit, 300, (i + 0.5) / 300), i);
        ck_assert_uint_eq(draw_one(&(tr_sampling){1, 1, 10, 1, 0}, logit, 300, (i + 0.5) / 300),
                          i / 30);
    }
    tr_arena_free(&f.arena);
}
END_TEST

/* Words below the best by more than doubles can tell have no weight. */
START_TEST(the_lowest_temperature_draws_the_best_word)
{
    setup();
    expect(1, 1);
    for (double u = 0; u < 1; u += 0.0625) {
        const uint32_t word = draw_one(&(tr_sampling){1, 0.001F, 0, 1, 0}, f.logit, VOCAB, u);
        ck_assert_uint_eq(rank_of(word), 0);
        ck_assert_uint_eq(
            rank_of(draw_one(&(tr_sampling){1, 0.001F, 0, 0.9F, 0}, f.logit, VOCAB, u)), 0);
    }
    tr_arena_free(&f.arena);
}
END_TEST

START_TEST(no_word_is_drawn_where_none_may_be_taken)
{
    setup();
    const float logit[3] = {TR_RULED_OUT, -INFINITY, TR_RULED_OUT};
    const double u = 0.5;
    uint32_t word;
    ck_assert(!tr_sampling_draw(&f.sampler, &all, logit, 3, &u, 1, &word));
    ck_assert(
        !tr_sampling_draw(&f.sampler, &(tr_sampling){1, 1, 2, 0.5F, 0}, logit, 3, &u, 1, &word));
    tr_arena_free(&f.arena);
}
END_TEST

UNIT_MAIN("sampling", words_come_as_often_as_the_softmax_says, a_temperature_flattens_or_sharpens,
          top_k_draws_the_k_most_probable, top_p_draws_the_fewest_that_have_p,
          the_ends_of_the_interval_draw_words_that_may_be_taken,
          of_equal_words_the_first_is_drawn_first, the_lowest_temperature_draws_the_best_word,
          no_word_is_drawn_where_none_may_be_taken)
