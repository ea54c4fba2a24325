/* gradients_vdpbf16.c - training's products of bf16 for AVX-512 BF16: a word is a pair of numbers.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "kernels/coefficients.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/x86/lanes_avx512.inc"

#include "kernels/vectors.inc"

#include "kernels/x86/flush.inc"

/* Of 32 registers, the sums of a tile take 24. */
enum { WIDE = 4, TILE_MOST = 6, CHAIN_BLOCK = 192, ROWS_TOGETHER = 48 };

/* The first vector's lanes in the low halves of the words, the second one's in the high halves. */
INLINE __m512i both(__m512 low, __m512 high)
{
    return (__m512i)_mm512_cvtne2ps_pbh(high, low);
}

INLINE void words_bf16(const float *x, size_t stride, size_t rows, size_t n, v16 *to)
{
    const __m512i order =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const v16 even = n == LANES ? load(x) : load_n(x, n);
    const v16 odd = rows < 2 ? zero() : n == LANES ? load(x + stride) : load_n(x + stride, n);
    *to = _mm512_castsi512_ps(_mm512_permutexvar_epi16(order, both(even, odd)));
}

static void row_words_bf16(const float *x, size_t n, float *to)
{
    size_t i = 0;
    for (; i + 2 * LANES <= n; i += 2 * LANES)
        store(to + i / 2, _mm512_castsi512_ps(both(load(x + i), load(x + i + LANES))));
    const size_t left = n - i, first = at_most(left, LANES);
    const v16 low = load_n(x + i, first), high = load_n(x + i + first, left - first);
    store_n(to + i / 2, _mm512_castsi512_ps(both(low, high)), (left + 1) / 2);
}

/* vdpbf16ps does as if FTZ and DAZ were set; the bias's addition needs them. */
INLINE v16 step_bf16(v16 x, v16 w, v16 sum)
{
    return _mm512_dpbf16_ps(sum, (__m512bh)_mm512_castps_si512(x),
                            (__m512bh)_mm512_castps_si512(w));
}

#define OF(name) name##_bf16
#define GROUP    2
#define WORDS    1
#include "kernels/gradient_products.inc"

void tr_gradients_vdpbf16(tr_gradients *g)
{
    g->format = (tr_panel_format){GROUP, WORDS};
    g->pack_rows = pack_rows_bf16;
    g->pack_columns = pack_columns_bf16;
    g->pack_left = pack_left_bf16;
    g->product = product_bf16;
}
