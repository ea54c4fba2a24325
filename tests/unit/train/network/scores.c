/*
 * scores.c - results and gradients of attention by each score, against float64 and complex steps:
 * tests/make/attention_scores.py made the numbers, and knows nothing of this program.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "train/network/scores.h"
#include "unit/unit.h"

enum { N_Q = 3, N_K = 5, D = 4, D_VALUE = 3, PLACES = 4, MOST = 32, WORK = 4096 };

static const char *const words[] = {"scaled-dot", "cosine", "additive",
                                    "location",   "dot",    "general"};
enum { N_SCORES = sizeof words / sizeof *words };

static const char *const names[] = {"q", "k", "v", "w", "d_out", "out", "d_q", "d_k", "d_v", "d_w"};
enum array { Q, K, V, W, D_OUT, OUT, D_Q, D_K, D_V, D_W, N_ARRAYS };

typedef struct fixture {
    double x[N_ARRAYS][MOST];
    size_t n[N_ARRAYS];
} fixture;

static void read_line(fixture f[N_SCORES], char *line)
{
    const char *score = strtok(line, "\t\n"), *name = strtok(NULL, "\t\n"), *number;
    for (size_t s = 0; s < N_SCORES; s++)
        for (size_t i = 0; i < N_ARRAYS && !strcmp(score, words[s]); i++)
            if (!strcmp(name, names[i]))
                while ((number = strtok(NULL, "\t\n")) && f[s].n[i] < MOST)
                    f[s].x[i][f[s].n[i]++] = strtod(number, NULL);
}

static void read_fixtures(fixture f[N_SCORES])
{
    char line[4096];
    FILE *in = fopen("tests/data/attention_scores.tsv", "r");
    ck_assert_ptr_nonnull(in);
    while (fgets(line, sizeof line, in))
        read_line(f, line);
    fclose(in);
}

typedef struct floats {
    float x[N_ARRAYS][MOST];
} floats;

static floats floats_of(const fixture *f)
{
    floats a = {0};
    for (size_t i = 0; i < OUT; i++)
        for (size_t j = 0; j < f->n[i]; j++)
            a.x[i][j] = (float)f->x[i][j];
    return a;
}

static void check_close(const fixture *f, const floats *a, enum array i, const char *score)
{
    double largest = 0;
    for (size_t j = 0; j < f->n[i]; j++)
        largest = fmax(largest, fabs(f->x[i][j]));
    for (size_t j = 0; j < f->n[i]; j++)
        ck_assert_msg(fabs((double)a->x[i][j] - f->x[i][j]) <= 2e-5 * largest,
                      "%s: %s[%zu] is %.9g, not %.9g", score, names[i], j, (double)a->x[i][j],
                      f->x[i][j]);
}

static void attend_all(const tr_pass *pass, const tr_scoring *s, size_t d_query, float scale,
                       floats *a)
{
    static float work[WORK];
    float rows[N_K][2 * MOST];
    const tr_heads heads = {.n = 1,
                            .d_head = s->d_head,
                            .d_value = D_VALUE,
                            .score = s->score,
                            .n_places = PLACES,
                            .weight = tr_score_weight(s, 0)};
    const tr_heads values = tr_value_heads(&heads);
    const tr_memory memory = {.k = rows, .v = rows[0] + MOST, .stride = sizeof *rows, .n = N_K};

    for (size_t j = 0; j < N_K; j++) {
        pass->k.pack_row(a->x[K] + j * D, &heads, rows[j]);
        pass->k.pack_row(a->x[V] + j * D_VALUE, &values, rows[j] + MOST);
    }
    ck_assert_uint_le(tr_attend_work(&heads, N_K), WORK);
    pass->k.attend(a->x[Q], d_query, N_Q, &memory, &heads, scale, work, a->x[OUT], D_VALUE);
}

/* What attention_block.c does with a block of one sentence and one head. */
static void check_score(const fixture *f, int score, unsigned cpu)
{
    static float work[WORK], kept[MOST], keys_kept[MOST], g[MOST];
    const size_t d = score == TR_LOCATION ? 0 : D, d_query = score == TR_LOCATION ? PLACES : D;
    const float scale = score == TR_SCALED_DOT ? 0.5f : 1;
    floats a = floats_of(f);
    tr_parameters p = {.w = a.x[W], .g = g};
    tr_pass pass = {.p = &p};
    tr_error err;

    memset(g, 0, sizeof g);
    tr_kernels_init(&pass.k, cpu);
    tr_gradients_init(&pass.g, cpu, TR_FLOAT32);
    ck_assert_int_eq(tr_workers_create(&pass.workers, 1, 16, &err), 0);
    const tr_scoring s = {.pass = &pass,
                          .score = score,
                          .heads = 1,
                          .d_head = d,
                          .kept = kept,
                          .keys_kept = keys_kept};
    tr_score_queries(&s, a.x[Q], d_query, 0, N_Q);
    tr_score_keys(&s, a.x[K], D, 0, N_K);
    attend_all(&pass, &s, d_query, scale, &a);
    /* Keys and values have one stride. */
    float k[N_K][8], d_k[N_K][8], v[N_K][8], d_v[N_K][8];
    for (size_t j = 0; j < N_K; j++) {
        memcpy(k[j], a.x[K] + j * D, D * sizeof(float));
        memcpy(v[j], a.x[V] + j * D_VALUE, D_VALUE * sizeof(float));
    }
    const tr_attention_gradient gradient = {.q = a.x[Q],
                                            .k = k[0],
                                            .v = v[0],
                                            .d_out = a.x[D_OUT],
                                            .d_q = a.x[D_Q],
                                            .d_k = d_k[0],
                                            .d_v = d_v[0],
                                            .n_q = N_Q,
                                            .n_k = N_K,
                                            .d_head = d_query,
                                            .d_value = D_VALUE,
                                            .q_stride = d_query,
                                            .kv_stride = 8,
                                            .out_stride = D_VALUE,
                                            .scale = scale,
                                            .score = score,
                                            .weight = tr_score_weight(&s, 0),
                                            .d_weight = tr_score_weight_gradient(&s, 0, 0)};
    ck_assert_uint_le(tr_attend_back_work(N_Q, N_K, D), WORK);
    pass.g.attend_back(&gradient, work);
    tr_score_gradient(&s, a.x[Q], a.x[D_Q], d_query, N_Q, 1);
    tr_score_queries_back(&s, a.x[Q], a.x[D_Q], d_query, 0, N_Q);
    if (d) tr_score_keys_back(&s, k[0], d_k[0], 8, 0, N_K);
    for (size_t j = 0; j < N_K; j++) {
        if (d) memcpy(a.x[D_K] + j * D, d_k[j], D * sizeof(float));
        memcpy(a.x[D_V] + j * D_VALUE, d_v[j], D_VALUE * sizeof(float));
    }
    memcpy(a.x[D_W], g, sizeof g);
    for (enum array i = OUT; i < N_ARRAYS; i++)
        check_close(f, &a, i, words[score]);
    tr_workers_free(pass.workers);
}

START_TEST(every_score_has_the_numbers_of_float64)
{
    static fixture f[N_SCORES];
    unsigned plain;

    read_fixtures(f);
    tr_cpu_parse("ref", &plain);
    for (int score = 0; score < N_SCORES; score++) {
        ck_assert_uint_eq(f[score].n[OUT], N_Q * D_VALUE);
        check_score(&f[score], score, plain);
        check_score(&f[score], score, tr_cpu_detect());
    }
}
END_TEST

UNIT_MAIN("scores", every_score_has_the_numbers_of_float64)
