/* transformer.c - positions, and what a row of states depends on. */
#include "train/network/transformer.h"

#include <math.h>
#include <string.h>

#include "unit/trainee.h"
#include "unit/unit.h"

enum { D = 48, VOCAB = 70, SENTENCES = 3, SOURCE = 7, TARGET = 6 };

static trainee net;

static void open_net(int kind)
{
    const tr_shape shape = trainee_shape(kind, D, 6, VOCAB);
    trainee_open(&net, &shape, SENTENCES, SOURCE, TARGET);
    tr_transformer_pack(net.t);
}

static const tr_dropout dropout = {
    .seed = 9, .step = 2, .threshold = UINT32_C(0x20000000), .scale = 8.0f / 7};

/* Dimension i of 8 has wavelength 2 pi 10000^(i / 7). */
START_TEST(positions_are_sines_and_cosines)
{
    float x[50 * 16];
    tr_transformer_sinusoids(50, 16, x);
    for (size_t r = 0; r < 50; r++)
        for (size_t i = 0; i < 8; i++) {
            const double angle = (double)r / pow(10000, (double)i / 7);
            ck_assert_double_eq_tol((double)x[r * 16 + i], sin(angle), 1e-6);
            ck_assert_double_eq_tol((double)x[r * 16 + 8 + i], cos(angle), 1e-6);
        }
}
END_TEST

/* Sentence s of the network's pack, with its rows' numbers in the step. */
static tr_pack sentence(size_t s)
{
    static const size_t source_start[] = {0, SOURCE}, target_start[] = {0, TARGET};
    return (tr_pack){{net.source + s * SOURCE, source_start, SOURCE, s * SOURCE},
                     {net.target + s * TARGET, target_start, TARGET, s * TARGET},
                     1};
}

START_TEST(a_sentence_s_states_do_not_depend_on_others_of_its_pack)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        float together[SENTENCES * TARGET * D];
        open_net(kind);
        memcpy(together, tr_transformer_forward(net.t, &net.pack, &dropout), sizeof together);
        for (size_t s = 0; s < SENTENCES; s++) {
            const tr_pack alone = sentence(s);
            const float *states = tr_transformer_forward(net.t, &alone, &dropout);
            ck_assert_mem_eq(states, together + s * TARGET * D, TARGET * D * sizeof *states);
        }
        trainee_close(&net);
    }
}
END_TEST

/* Row r is made of the pieces before r. */
START_TEST(states_do_not_depend_on_pieces_that_follow)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        float before[TARGET * D];
        open_net(kind);
        const tr_pack pack = sentence(0);
        memcpy(before, tr_transformer_forward(net.t, &pack, NULL), sizeof before);
        for (size_t r = 0; r < TARGET; r++) {
            const int32_t id = net.target[r];
            net.target[r] = id == 1 ? 2 : 1;
            const float *states = tr_transformer_forward(net.t, &pack, NULL);
            ck_assert_mem_eq(states, before, (r + 1) * D * sizeof *states);
            if (r + 1 < TARGET)
                ck_assert_mem_ne(states + (r + 1) * D, before + (r + 1) * D, D * sizeof *states);
            net.target[r] = id;
        }
        trainee_close(&net);
    }
}
END_TEST

START_TEST(all_states_depend_on_every_piece_of_the_source)
{
    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        float before[TARGET * D];
        open_net(kind);
        const tr_pack pack = sentence(0);
        memcpy(before, tr_transformer_forward(net.t, &pack, NULL), sizeof before);
        for (size_t r = 0; r < SOURCE; r++) {
            const int32_t id = net.source[r];
            net.source[r] = id == 1 ? 2 : 1;
            const float *states = tr_transformer_forward(net.t, &pack, NULL);
            for (size_t t = 0; t < TARGET; t++)
                ck_assert_mem_ne(states + t * D, before + t * D, D * sizeof *states);
            net.source[r] = id;
        }
        trainee_close(&net);
    }
}
END_TEST

START_TEST(dropout_is_another_one_at_each_step)
{
    float first[SENTENCES * TARGET * D];
    tr_dropout next = dropout;

    open_net(TRAINEE_SHIPPED);
    memcpy(first, tr_transformer_forward(net.t, &net.pack, &dropout), sizeof first);
    ck_assert_mem_eq(tr_transformer_forward(net.t, &net.pack, &dropout), first, sizeof first);
    next.step++;
    ck_assert_mem_ne(tr_transformer_forward(net.t, &net.pack, &next), first, sizeof first);
    ck_assert_mem_ne(tr_transformer_forward(net.t, &net.pack, NULL), first, sizeof first);
    trainee_close(&net);
}
END_TEST

UNIT_MAIN("transformer", positions_are_sines_and_cosines,
          a_sentence_s_states_do_not_depend_on_others_of_its_pack,
          states_do_not_depend_on_pieces_that_follow,
          all_states_depend_on_every_piece_of_the_source, dropout_is_another_one_at_each_step)
