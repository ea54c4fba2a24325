/* grown.c - a network that grew computes what it computed before, and what cannot grow is named. */
#include "train/network/stacking.h"

#include <math.h>
#include <string.h>

#include "unit/trainee.h"
#include "unit/unit.h"

enum { VOCAB = 70, D = 48, HEADS = 6, SENTENCES = 3, SOURCE = 11, TARGET = 9 };

static void compare_states(trainee *small, trainee *large)
{
    static float before[SENTENCES * TARGET * D];
    double worst = 0;

    tr_transformer_pack(small->t);
    memcpy(before, tr_transformer_forward(small->t, &small->pack, NULL), sizeof before);
    tr_transformer_pack(large->t);
    const float *after = tr_transformer_forward(large->t, &small->pack, NULL);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        worst = fmax(worst, fabs((double)after[i] - before[i]));
    ck_assert_msg(worst < 2e-5, "a state is off by %g", worst);
}

START_TEST(every_kind_of_network_computes_what_it_did)
{
    static trainee small, large;
    tr_error err;

    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        const tr_shape shape = trainee_shape(kind, D, HEADS, VOCAB);
        tr_shape more = shape;
        more.n_encoder_layers = 5;
        more.n_decoder_layers = shape.ssru ? 2 : 3;
        more.encoder_ffn += 24;
        more.decoder_ffn += 8;
        trainee_open(&small, &shape, SENTENCES, SOURCE, TARGET);
        trainee_open(&large, &more, SENTENCES, SOURCE, TARGET);
        ck_assert_int_eq(tr_stacking_check(&shape, &more, &err), 0);
        tr_stacking_apply(&large.p, &small.p);
        compare_states(&small, &large);
        ck_assert_mem_eq(large.p.average, large.p.w, large.p.n_floats * sizeof(float));
        trainee_close(&small);
        trainee_close(&large);
    }
}
END_TEST

START_TEST(a_network_that_does_not_grow_is_the_same)
{
    static trainee e, same;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, HEADS, VOCAB);

    trainee_open(&e, &shape, SENTENCES, SOURCE, TARGET);
    trainee_open(&same, &shape, SENTENCES, SOURCE, TARGET);
    memset(same.p.w, 0, same.p.n_floats * sizeof *same.p.w);
    tr_stacking_apply(&same.p, &e.p);
    ck_assert_mem_eq(same.p.w, e.p.w, e.p.n_floats * sizeof *e.p.w);
    trainee_close(&e);
    trainee_close(&same);
}
END_TEST

static void refused(const tr_shape *from, const tr_shape *to, const char *why)
{
    tr_error err;
    ck_assert_int_eq(tr_stacking_check(from, to, &err), TR_EINVAL);
    ck_assert_msg(strstr(err.msg, why), "%s", err.msg);
}

START_TEST(what_cannot_grow_is_named)
{
    const tr_shape shape = trainee_shape(TRAINEE_SSRU, D, HEADS, VOCAB);
    tr_shape to = shape;

    to.d_model = 2 * D;
    refused(&shape, &to, "width 48");
    to = shape;
    to.heads = 3;
    refused(&shape, &to, "6 heads");
    to = shape;
    to.n_encoder_layers = 1;
    refused(&shape, &to, "2+2 layers");
    to = shape;
    to.encoder_ffn--;
    refused(&shape, &to, "56 units");
    to = shape;
    to.decoder_ffn--;
    refused(&shape, &to, "52 units");
    to = shape;
    to.n_decoder_layers++;
    refused(&shape, &to, "SSRU");
}
END_TEST

UNIT_MAIN("grown", every_kind_of_network_computes_what_it_did,
          a_network_that_does_not_grow_is_the_same, what_cannot_grow_is_named)
