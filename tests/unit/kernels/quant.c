#include "kernels/quant.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "make/s8_row.h"
#include "unit/unit.h"

enum { N_OUT = 21, N_IN = 7, PACKED = 2 * 2 * 16 * 4, PACKED_F32 = 2 * N_IN * 16 };

static float weight(size_t o, size_t k)
{
    return (float)sin((double)(o * 31 + k * 7 + 1)) * (float)(o + 1);
}

static void fill(float w[N_OUT * N_IN])
{
    for (size_t o = 0; o < N_OUT; o++)
        for (size_t k = 0; k < N_IN; k++)
            w[o * N_IN + k] = weight(o, k);
}

START_TEST(sizes_are_whole_blocks)
{
    ck_assert_uint_eq(tr_packed_s8_size(N_OUT, N_IN), PACKED);
    ck_assert_uint_eq(tr_packed_s8_size(16, 4), 64);
    ck_assert_uint_eq(tr_packed_s8_size(17, 5), 256);
    ck_assert_uint_eq(tr_packed_f32_size(N_OUT, N_IN), PACKED_F32 * sizeof(float));
    ck_assert_uint_eq(tr_packed_f32_size(16, 1), 64);
}
END_TEST

START_TEST(sizes_that_overflow_are_refused)
{
    ck_assert_uint_eq(tr_packed_s8_size(SIZE_MAX, 2), SIZE_MAX);
    ck_assert_uint_eq(tr_packed_s8_size(SIZE_MAX / 4, SIZE_MAX / 4), SIZE_MAX);
    ck_assert_uint_eq(tr_packed_f32_size(SIZE_MAX / 2, 3), SIZE_MAX);
    ck_assert_uint_eq(tr_packed_f32_size(SIZE_MAX, SIZE_MAX), SIZE_MAX);
}
END_TEST

/* Row o of the layout [ceil(N/16)][ceil(K/4)][16][4], indexed as the four dimensions say. */
START_TEST(packs_each_weight_where_the_layout_says)
{
    float w[N_OUT * N_IN], scale[N_OUT];
    int8_t packed[2][2][16][4];
    int32_t sum[N_OUT];
    fill(w);
    memset(packed, 0x55, sizeof packed);
    tr_pack_s8(w, N_OUT, N_IN, N_IN, 1, &packed[0][0][0][0], scale, sum);
    for (size_t o = 0; o < 32; o++) {
        int8_t row[8];
        int32_t total = 0;
        for (size_t k = 0; k < 8; k++) {
            row[k] = packed[o / 16][k / 4][o % 16][k % 4];
            if (o >= N_OUT || k >= N_IN) ck_assert_int_eq(row[k], 0);
            total += row[k];
        }
        if (o >= N_OUT) continue;
        ck_assert_int_eq(sum[o], total);
        check_s8_row(w + o * N_IN, row, N_IN, scale[o]);
    }
}
END_TEST

START_TEST(packs_floats_where_the_layout_says)
{
    float w[N_OUT * N_IN], packed[2][N_IN][16];
    fill(w);
    memset(packed, 0x55, sizeof packed);
    tr_pack_f32(w, N_OUT, N_IN, N_IN, 1, &packed[0][0][0]);
    for (size_t o = 0; o < 32; o++)
        for (size_t k = 0; k < N_IN; k++)
            ck_assert_float_eq(packed[o / 16][k][o % 16], o < N_OUT ? w[o * N_IN + k] : 0);
}
END_TEST

START_TEST(index_functions_follow_the_dimensions)
{
    static const int8_t s8[3][3][16][4];
    static const float f32[3][9][16];
    for (size_t o = 0; o < 40; o++) {
        for (size_t k = 0; k < 9; k++) {
            ck_assert_ptr_eq(&s8[0][0][0][0] + tr_packed_s8_at(9, o, k),
                             &s8[o / 16][k / 4][o % 16][k % 4]);
            ck_assert_ptr_eq(&f32[0][0][0] + tr_packed_f32_at(9, o, k), &f32[o / 16][k][o % 16]);
        }
    }
}
END_TEST

START_TEST(packs_a_transposed_matrix_by_its_strides)
{
    float w[N_OUT * N_IN], t[N_IN * N_OUT], scale[2][N_OUT];
    int8_t packed[2][PACKED];
    int32_t sum[2][N_OUT];
    fill(w);
    for (size_t o = 0; o < N_OUT; o++)
        for (size_t k = 0; k < N_IN; k++)
            t[k * N_OUT + o] = w[o * N_IN + k];
    tr_pack_s8(w, N_OUT, N_IN, N_IN, 1, packed[0], scale[0], sum[0]);
    tr_pack_s8(t, N_OUT, N_IN, 1, N_OUT, packed[1], scale[1], sum[1]);
    ck_assert_mem_eq(packed[0], packed[1], PACKED);
    ck_assert_mem_eq(scale[0], scale[1], sizeof scale[0]);
    ck_assert_mem_eq(sum[0], sum[1], sizeof sum[0]);
}
END_TEST

START_TEST(a_zero_row_gets_scale_zero)
{
    const float w[2][3] = {{0, -0.0f, 0}, {1e-38f, -1e-44f, 0}};
    float scale[2] = {1, 1};
    int8_t packed[64];
    int32_t sum[2] = {1, 1};
    tr_pack_s8(w[0], 2, 3, 3, 1, packed, scale, sum);
    for (size_t i = 0; i < sizeof packed; i++)
        ck_assert_int_eq(packed[i], 0);
    ck_assert(scale[0] == 0 && scale[1] == 0 && sum[0] == 0 && sum[1] == 0);
}
END_TEST

/* 127 / max would round up, and a product reach past 127, for some max. */
START_TEST(weights_stay_within_127)
{
    for (int i = 1; i < 20000; i++) {
        const float w[2] = {(float)i * 0.7f, -(float)i * 0.7f};
        float scale;
        int8_t packed[64];
        int32_t sum;
        tr_pack_s8(w, 1, 2, 2, 1, packed, &scale, &sum);
        ck_assert(packed[0] == 127 && packed[1] == -127 && sum == 0);
    }
}
END_TEST

START_TEST(takes_int8_as_they_are)
{
    const float w[8] = {127, 2, -4, 0, -100, 1, 64, -127};
    const int8_t expected[8] = {127, 2, -4, 0, -100, 1, 64, -127};
    float scale;
    int8_t packed[128];
    int32_t sum;
    tr_pack_s8(w, 1, 8, 8, 1, packed, &scale, &sum);
    for (size_t k = 0; k < 8; k++)
        ck_assert_int_eq(packed[tr_packed_s8_at(8, 0, k)], expected[k]);
    ck_assert_float_eq(scale, 1);
    ck_assert_int_eq(sum, -37);
}
END_TEST

UNIT_MAIN("quant", sizes_are_whole_blocks, sizes_that_overflow_are_refused,
          packs_each_weight_where_the_layout_says, packs_floats_where_the_layout_says,
          index_functions_follow_the_dimensions, packs_a_transposed_matrix_by_its_strides,
          a_zero_row_gets_scale_zero, weights_stay_within_127, takes_int8_as_they_are)
