/* parameters.c - tensors of each kind of network: how many, where they lie, and their first values.
 */
#include "train/network/parameters.h"

#include <math.h>
#include <string.h>

#include "unit/trainee.h"
#include "unit/unit.h"

static const tr_panel_format format = {1, 1};

/* Numbers that a network of the shape learns, by the paper's formulas. */
static size_t count_by_hand(const tr_shape *s)
{
    const size_t d = s->d_model, norm = 2 * d, d_head = d / s->heads;
    const size_t keys = s->heads * (s->d_key ? s->d_key : d_head);
    const size_t values = s->heads * (s->d_value ? s->d_value : d_head);
    const size_t places = s->heads * s->n_places, out = values * (d + 1) + d * (values + 1);
    const size_t by[] = {[TR_SCALED_DOT] = 2 * keys * (d + 1),
                         [TR_COSINE] = 2 * keys * (d + 1) + s->heads,
                         [TR_ADDITIVE] = 2 * keys * (d + 1) + keys,
                         [TR_LOCATION] = places * (d + 1)};
    const size_t attention = out + by[s->self_score], cross = out + by[s->cross_score];
    const size_t encoder_ffn = 2 * d * s->encoder_ffn + s->encoder_ffn + d;
    const size_t decoder_ffn = 2 * d * s->decoder_ffn + s->decoder_ffn + d;
    const size_t ssru = 2 * (d * d) + 2 * d;
    const size_t past = s->ssru ? ssru : attention;
    size_t n = s->target_vocab * d + s->target_vocab; /* a table, and the output's bias */

    if (s->ties != TR_TIES_ALL) n += s->source_vocab * d;
    if (s->ties == TR_TIES_NONE) n += s->target_vocab * d;
    if (s->learned_positions) n += s->n_positions * d;
    if (s->pre_norm) n += 2 * norm;
    n += s->n_encoder_layers * (attention + norm + encoder_ffn + norm);
    return n + s->n_decoder_layers * (past + norm + cross + norm + decoder_ffn + norm);
}

static void open_parameters(tr_parameters *p, int kind)
{
    const tr_shape shape = trainee_shape(kind, 48, 6, 70);
    tr_error err;
    ck_assert_int_eq(tr_parameters_create(p, &shape, &format, &err), 0);
}

START_TEST(each_kind_has_the_parameters_that_formulas_give)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        tr_parameters p;
        size_t n_floats, n_panels;
        open_parameters(&p, kind);
        ck_assert_uint_eq(p.n_parameters, count_by_hand(&p.shape));
        tr_parameters_count(&p.shape, &format, true, &n_floats, &n_panels);
        ck_assert_uint_eq(n_floats, p.n_floats);
        ck_assert_uint_eq(n_panels, p.n_panels);
        tr_parameters_free(&p);
    }
}
END_TEST

START_TEST(tensors_lie_one_after_the_other_with_names_of_their_own)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        tr_parameters p;
        size_t end = 0, n = 0;
        open_parameters(&p, kind);
        for (size_t i = 0; i < p.n_tensors; i++) {
            const tr_parameter_tensor *t = &p.tensors[i];
            ck_assert(t->at % 16 == 0 && t->at >= end && t->at < end + 16);
            ck_assert_uint_eq(t->n_out % t->parts, 0);
            ck_assert_ptr_eq(tr_parameters_find(&p, t->name), t);
            end = t->at + t->n_out * t->n_in;
            n += t->n_out * t->n_in;
        }
        ck_assert_uint_eq(n, p.n_parameters);
        ck_assert(p.n_floats % 16 == 0 && p.n_floats >= end && p.n_floats < end + 16);
        ck_assert_ptr_null(tr_parameters_find(&p, "enc.blk.9.ffn_up.weight"));
        tr_parameters_free(&p);
    }
}
END_TEST

START_TEST(maps_and_tensors_have_the_same_places)
{
    static const struct {
        const char *name;
        size_t n_out, n_in, parts;
    } expected[] = {{"enc.blk.1.attn_qkv.weight", 144, 48, 3},
                    {"enc.blk.1.ffn_up.weight", 56, 48, 1},
                    {"dec.blk.0.cross_attn_kv.bias", 96, 1, 2},
                    {"dec.blk.0.ffn_down.weight", 48, 52, 1},
                    {"token_embd.weight", 70, 48, 1}};
    tr_parameters p;

    open_parameters(&p, TRAINEE_SHIPPED);
    const size_t at[] = {p.encoder[1].self.qkv.weight, p.encoder[1].up.weight,
                         p.decoder[0].cross.kv.bias, p.decoder[0].down.weight, p.source_table};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const tr_parameter_tensor *t = tr_parameters_find(&p, expected[i].name);
        ck_assert_msg(t != NULL, "%s", expected[i].name);
        ck_assert(t->n_out == expected[i].n_out && t->n_in == expected[i].n_in);
        ck_assert(t->parts == expected[i].parts && t->at == at[i]);
    }
    ck_assert(p.target_table == p.source_table && p.output.weight == p.source_table);
    tr_parameters_free(&p);
}
END_TEST

START_TEST(panels_do_not_overlap)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        tr_parameters p;
        open_parameters(&p, kind);
        const tr_dense *d = &p.encoder[0].up, *next = &p.encoder[0].down;
        ck_assert(d->forward >= p.panels);
        ck_assert(d->backward >= d->forward + tr_panels_size(&format, d->n_in, d->n_out));
        ck_assert(next->forward >= d->backward + tr_panels_size(&format, d->n_out, d->n_in));
        ck_assert(next->backward + tr_panels_size(&format, next->n_out, next->n_in) <=
                  p.panels + p.n_panels);
        tr_parameters_free(&p);
    }
}
END_TEST

/* ---- First values ---- */

typedef struct spread {
    double mean, deviation, largest;
} spread;

static spread spread_of(const float *x, size_t n)
{
    spread s = {0};
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        s.mean += (double)x[i] / (double)n;
        squares += (double)x[i] * (double)x[i] / (double)n;
        s.largest = fmax(s.largest, fabs((double)x[i]));
    }
    s.deviation = sqrt(squares - s.mean * s.mean);
    return s;
}

/* A uniform number in +-bound has deviation bound / sqrt(3); of some thousand numbers the deviation
 * is known to 5 %. */
static void check_tensor(const tr_parameters *p, const tr_parameter_tensor *t)
{
    const size_t n = t->n_out * t->n_in;
    const spread s = spread_of(p->w + t->at, n);
    const double bound = sqrt(6.0 / (double)(t->n_in + t->n_out));
    const double table = strcmp(t->name, "position.weight") ? 1 / sqrt(48.0) : 0.02;

    if (t->kind == TR_BIAS) {
        ck_assert_double_eq(s.largest, 0);
    } else if (t->kind == TR_NORM_GAIN) {
        ck_assert_double_eq_tol(s.mean, 1, 1e-12);
        ck_assert_double_eq(s.largest, 1);
    } else if (t->kind == TR_SCORE_EXPONENT) {
        ck_assert_double_eq_tol(s.mean, log(8), 1e-6);
        ck_assert_double_eq_tol(s.largest, log(8), 1e-6);
    } else if (t->kind == TR_SCORE_WEIGHT) {
        ck_assert(s.largest <= sqrt(6.0 / (1 + (double)t->n_out / (double)p->shape.heads)) &&
                  s.deviation > 0);
    } else if (t->kind == TR_WEIGHTS) {
        ck_assert(s.largest <= bound * 1.000001 && s.largest > 0.99 * bound);
        ck_assert_double_eq_tol(s.deviation, bound / sqrt(3), 0.05 * bound);
        ck_assert_double_eq_tol(s.mean, 0, 0.05 * bound);
    } else {
        ck_assert_double_eq_tol(s.deviation, table, 0.05 * table);
        ck_assert_double_eq_tol(s.mean, 0, 0.05 * table);
    }
}

START_TEST(first_values_have_glorot_s_spread)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        tr_parameters p;
        open_parameters(&p, kind);
        tr_parameters_initialise(&p, 7);
        for (size_t i = 0; i < p.n_tensors; i++)
            check_tensor(&p, &p.tensors[i]);
        ck_assert_mem_eq(p.average, p.w, p.n_floats * sizeof *p.w);
        tr_parameters_free(&p);
    }
}
END_TEST

START_TEST(a_seed_gives_the_same_values_each_time)
{
    tr_parameters p, same, other;

    open_parameters(&p, TRAINEE_SHIPPED);
    open_parameters(&same, TRAINEE_SHIPPED);
    open_parameters(&other, TRAINEE_SHIPPED);
    tr_parameters_initialise(&p, 7);
    tr_parameters_initialise(&same, 7);
    tr_parameters_initialise(&other, 8);
    ck_assert_mem_eq(p.w, same.w, p.n_floats * sizeof *p.w);
    ck_assert_mem_ne(p.w, other.w, p.n_floats * sizeof *p.w);
    tr_parameters_free(&p);
    tr_parameters_free(&same);
    tr_parameters_free(&other);
}
END_TEST

START_TEST(fixed_parameters_are_weights_alone)
{
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, 48, 6, 70);
    tr_parameters p;
    tr_error err;

    ck_assert_int_eq(tr_parameters_create_fixed(&p, &shape, &format, &err), 0);
    ck_assert(p.w && p.panels);
    ck_assert(!p.g && !p.m && !p.v && !p.average);
    tr_parameters_free(&p);
}
END_TEST

UNIT_MAIN("parameters", each_kind_has_the_parameters_that_formulas_give,
          tensors_lie_one_after_the_other_with_names_of_their_own,
          maps_and_tensors_have_the_same_places, panels_do_not_overlap,
          first_values_have_glorot_s_spread, a_seed_gives_the_same_values_each_time,
          fixed_parameters_are_weights_alone)
