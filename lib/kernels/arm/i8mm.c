/* i8mm.c - for NEON with the dot products of Armv8.2 and the matrix products of bytes of Armv8.6
 * (FEAT_I8MM). */
#include "kernels/kernels.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/arm/lanes_neon.inc"

#include "kernels/lanes.inc"
#include "kernels/tiles.inc"

#include "kernels/arm/sdot.inc"

#include "kernels/heads.inc"
#include "kernels/products.inc"

/* smmla multiplies two rows of eight inputs by two outputs of eight weights, which is twice the
 * work of sdot.  A sum holds the outputs o and o + 1 of the first row, and then of the second. */
enum { PAIRS = TILE_MOST / 2, QUARTERS = 4 };

typedef struct square_sums {
    int32x4_t low, high; /* of four outputs: two of them, the other two */
} square_sums;

/* Eight inputs of each of two rows. */
static inline int8x16_t load_inputs(const char *first, const char *second)
{
    return vcombine_s8(vld1_s8((const int8_t *)first), vld1_s8((const int8_t *)second));
}

/* `w` has a quad of each of four outputs, `next` their next one. */
INLINE void step_mmla(const int8x16_t x[PAIRS], int8x16_t w, int8x16_t next, size_t pairs,
                      square_sums sum[PAIRS])
{
    const int32x4_t a = vreinterpretq_s32_s8(w), b = vreinterpretq_s32_s8(next);
    const int8x16_t low = vreinterpretq_s8_s32(vzip1q_s32(a, b));
    const int8x16_t high = vreinterpretq_s8_s32(vzip2q_s32(a, b));
    REPEAT(p, pairs, {
        sum[p].low = vmmlaq_s32(sum[p].low, x[p], low);
        sum[p].high = vmmlaq_s32(sum[p].high, x[p], high);
    });
}

/* Four outputs of the first or the second row of a pair. */
static inline int32x4_t row_sums(square_sums s, bool second)
{
    const int64x2_t low = vreinterpretq_s64_s32(s.low), high = vreinterpretq_s64_s32(s.high);
    return vreinterpretq_s32_s64(second ? vzip2q_s64(low, high) : vzip1q_s64(low, high));
}

/* Sixteen outputs of a row. */
INLINE int32x16 dot_of(const square_sums sum[QUARTERS][PAIRS], size_t row)
{
    const size_t pair = row / 2;
    const bool second = row % 2;
    return (int32x16){row_sums(sum[0][pair], second), row_sums(sum[1][pair], second),
                      row_sums(sum[2][pair], second), row_sums(sum[3][pair], second)};
}

/* Two quads of a block of weights for all rows of a tile; `next` is where the second quad is. */
INLINE void block_mmla(const int8x16_t x[PAIRS], const int8_t *w, const int8_t *next, size_t pairs,
                       square_sums sum[QUARTERS][PAIRS])
{
    REPEAT(
        i, QUARTERS,
        step_mmla(x, vld1q_s8(w + i * sizeof *x), vld1q_s8(next + i * sizeof *x), pairs, sum[i]));
}

/* The last of an odd number of rows is its own partner. */
INLINE void tile_mmla(const product *p, size_t row, size_t out, size_t rows, size_t blocks)
{
    const size_t quads = (p->w->n_in + TR_QUAD - 1) / TR_QUAD, quad_size = TR_BLOCK * TR_QUAD;
    const size_t pairs = (rows + 1) / 2;
    const char *x = p->x + row * p->x_stride;
    const int8_t *w = (const int8_t *)p->w->weight + out * quads * TR_QUAD;
    square_sums sum[TILE_MOST][QUARTERS][PAIRS];
    int8x16_t inputs[PAIRS];
    const int32x4_t none = vdupq_n_s32(0);
    REPEAT(b, blocks, REPEAT(i, QUARTERS, REPEAT(r, pairs, {
                                 sum[b][i][r].low = none;
                                 sum[b][i][r].high = none;
                             })));
    REPEAT(b, blocks, prefetch_factors(p, out + b * TR_BLOCK, blocks));
    const fetch ahead = fetch_of(p, w, blocks, quads);
    for (size_t q = 0; q < quads; q += 2, x += 2 * TR_QUAD, w += 2 * quad_size) {
        const size_t next = q + 1 < quads ? quad_size : 0; /* inputs behind the row are zero */
        REPEAT(r, pairs, {
            const char *const first = x + 2 * r * p->x_stride;
            inputs[r] = load_inputs(first, 2 * r + 1 < rows ? first + p->x_stride : first);
        });
        REPEAT(b, blocks, {
            const int8_t *const here = w + b * quads * quad_size;
            prefetch(&ahead, q, b, rows);
            prefetch(&ahead, q + 1, b, rows);
            block_mmla(inputs, here, here + next, pairs, sum[b]);
        });
    }
    REPEAT(b, blocks, {
        const size_t o = out + b * TR_BLOCK, left = lanes_left(p, o);
        const v16 scale = load_n(p->w->scale + o, left);
        const v16 bias = p->w->bias ? load_n(p->w->bias + o, left) : zero();
        REPEAT(r, rows, {
            const v16 factor = mul(set1(p->x_scale[row + r]), scale);
            const int32x16 dot = dot_of(sum[b], r);
            store_n(output_at(p, row + r, o), fmadd(floats_of(dot), factor, bias), left);
        });
    });
}

TABLE(mmla)

/* A row alone does better with sdot. */
static void product_s8_i8mm(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                            const tr_matrix *w, size_t first, size_t last, float *y,
                            size_t y_stride, tr_row_plan *plan)
{
    product p = {(const char *)x, x_stride, x_scale, w, first, last, y, y_stride, 0, 1, NULL};
    if (n_rows == 1)
        product_s8(x, x_stride, x_scale, n_rows, w, first, last, y, y_stride, plan);
    else
        run_tiles(&p, n_rows, mmla_tiles, TILE_MOST);
}

void tr_kernels_i8mm(tr_kernels *k)
{
    *k = all_kernels;
    k->product_s8 = product_s8_i8mm;
}
