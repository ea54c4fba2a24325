/* flops.c - the operations of a network, beside counts of its products one by one. */
#include "train/network/flops.h"

#include "unit/unit.h"

enum { D = 6, ENCODER_FFN = 10, DECODER_FFN = 14, VOCAB = 9, N = 5, M = 4 };

static const tr_shape shape = {.d_model = D,
                               .heads = 2,
                               .encoder_ffn = ENCODER_FFN,
                               .decoder_ffn = DECODER_FFN,
                               .n_encoder_layers = 2,
                               .n_decoder_layers = 1,
                               .source_vocab = VOCAB,
                               .target_vocab = VOCAB};

static double forward(const tr_shape *s, size_t n, size_t m)
{
    const tr_flops f = tr_flops_of(s);
    return tr_flops_forward(&f, n, m);
}

/* Of rows [n] by a matrix [n_in, n_out]: n dot products for each output. */
static double product(double n, double n_in, double n_out)
{
    return 2 * n * n_in * n_out;
}

/* Scores and sums of values, of all heads together. */
static double attend(double pairs)
{
    return pairs * (2 * D + 2 * D);
}

START_TEST(each_product_counts)
{
    const double encoder = product(N, D, 3 * D) + attend(N * N) + product(N, D, D) +
                           product(N, D, ENCODER_FFN) + product(N, ENCODER_FFN, D);
    const double self = product(M, D, 3 * D) + attend(1 + 2 + 3 + 4) + product(M, D, D);
    const double cross = product(M, D, D) + product(N, D, 2 * D) + attend(M * N) + product(M, D, D);
    const double ffn = product(M, D, DECODER_FFN) + product(M, DECODER_FFN, D);

    ck_assert_double_eq_tol(forward(&shape, N, M),
                            2 * encoder + self + cross + ffn + product(M, D, VOCAB), 1e-9);
}
END_TEST

START_TEST(an_ssru_looks_at_no_position)
{
    tr_shape s = shape;
    s.ssru = true;
    const double self = product(M, D, 3 * D) + attend(1 + 2 + 3 + 4) + product(M, D, D);
    ck_assert_double_eq_tol(forward(&s, N, M), forward(&shape, N, M) - self + product(M, D, 2 * D),
                            1e-9);
}
END_TEST

/* Table 2: the base model's 3.3e18 are 8 P100 for 12 hours at 9.5 TFLOP/s.  100 000 steps of 25 000
 * source and target pieces in sentences of 25, by these counts, are as many within a third. */
START_TEST(the_paper_s_base_model_takes_about_what_it_says)
{
    const tr_shape base = {.d_model = 512,
                           .heads = 8,
                           .encoder_ffn = 2048,
                           .decoder_ffn = 2048,
                           .n_encoder_layers = 6,
                           .n_decoder_layers = 6,
                           .source_vocab = 37000,
                           .target_vocab = 37000};
    const double all = 3 * forward(&base, 25, 25) * (25000.0 / 25) * 100000;
    ck_assert_double_gt(all, 3.3e18 / 4);
    ck_assert_double_lt(all, 3.3e18);
}
END_TEST

UNIT_MAIN("flops", each_product_counts, an_ssru_looks_at_no_position,
          the_paper_s_base_model_takes_about_what_it_says)
