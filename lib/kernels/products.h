/*
 * products.h - the float products, and the tables of tiles; written once for all instruction sets.
 *
 * Included once by an instruction set's file, after tiles.h; does not compile alone.  Needs the
 * functions of lanes.h and
 *
 *   load_s8(w, t)  as floats, input t (a constant) of the quad of each of sixteen outputs
 *   tile_s8(p, row, out, rows, blocks)  computes a tile of product_s8()
 *   WIDE_1 .. WIDE_6  blocks of the widest tile of so many rows; from WIDE_3 on all alike
 */
#ifndef TR_PRODUCTS_H
#define TR_PRODUCTS_H

static inline float float_at(const char *p)
{
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* One step of every chain of a tile: sum += x[r] * weight[b]. */
INLINE void step(const char *x, size_t x_stride, const v16 weight[TILE_MOST], size_t rows,
                 size_t blocks, v16 sum[TILE_MOST][TILE_MOST])
{
    REPEAT(r, rows, {
        const v16 v = set1(float_at(x + r * x_stride));
        REPEAT(b, blocks, sum[r][b] = fmadd(v, weight[b], sum[r][b]));
    });
}

INLINE void clear(v16 sum[TILE_MOST][TILE_MOST], size_t rows, size_t blocks)
{
    REPEAT(r, rows, REPEAT(b, blocks, sum[r][b] = zero()));
}

INLINE void tile_f32(const product *p, size_t row, size_t out, size_t rows, size_t blocks)
{
    const size_t n_in = p->w->n_in, block_size = n_in * TR_BLOCK;
    const char *x = p->x + row * p->x_stride;
    const float *w = (const float *)p->w->weight + out * n_in;
    v16 sum[TILE_MOST][TILE_MOST], weight[TILE_MOST];
    clear(sum, rows, blocks);
    for (size_t k = 0; k < n_in; k++, x += sizeof(float), w += TR_BLOCK) {
        REPEAT(b, blocks, weight[b] = load(w + b * block_size));
        step(x, p->x_stride, weight, rows, blocks, sum);
    }
    const float *bias = p->w->bias;
    REPEAT(b, blocks, {
        const size_t o = out + b * TR_BLOCK, left = lanes_left(p, o);
        if (bias) REPEAT(r, rows, sum[r][b] = add(sum[r][b], load_n(bias + o, left)));
        REPEAT(r, rows, store_n(output_at(p, row + r, o), sum[r][b], left));
    });
}

INLINE void step_s8(const char *x, size_t x_stride, const int8_t *w, size_t block_size, size_t t,
                    size_t rows, size_t blocks, v16 sum[TILE_MOST][TILE_MOST])
{
    v16 weight[TILE_MOST];
    REPEAT(b, blocks, weight[b] = load_s8(w + b * block_size, t));
    step(x + t * sizeof(float), x_stride, weight, rows, blocks, sum);
}

INLINE void tile_f32_s8(const product *p, size_t row, size_t out, size_t rows, size_t blocks)
{
    const size_t n_in = p->w->n_in, quads = (n_in + TR_QUAD - 1) / TR_QUAD;
    const size_t quad_size = (size_t)TR_BLOCK * TR_QUAD, block_size = quads * quad_size;
    const char *x = p->x + row * p->x_stride;
    const int8_t *w = (const int8_t *)p->w->weight + out * quads * TR_QUAD;
    v16 sum[TILE_MOST][TILE_MOST];
    clear(sum, rows, blocks);
    for (size_t q = n_in / TR_QUAD; q > 0; q--, x += TR_QUAD * sizeof(float), w += quad_size) {
        REPEAT(t, TR_QUAD, step_s8(x, p->x_stride, w, block_size, t, rows, blocks, sum));
    }
    REPEAT(t, TR_QUAD - 1, {
        if (t < n_in % TR_QUAD) step_s8(x, p->x_stride, w, block_size, t, rows, blocks, sum);
    });
    REPEAT(b, blocks, {
        const size_t o = out + b * TR_BLOCK, left = lanes_left(p, o);
        const v16 scale = load_n(p->w->scale + o, left);
        const v16 bias = p->w->bias ? load_n(p->w->bias + o, left) : zero();
        REPEAT(r, rows, store_n(output_at(p, row + r, o), fmadd(sum[r][b], scale, bias), left));
    });
}

/* One function a tile, so that the compiler sees how many rows and blocks there are. */
#define TILE(form, name, rows, blocks)                                                             \
    static void form##_##name##_##rows(const product *p, size_t row, size_t out)                   \
    {                                                                                              \
        tile_##form(p, row, out, rows, blocks);                                                    \
    }
#define PAIR(form, rows)                                                                           \
    TILE(form, wide, rows, WIDE_##rows)                                                            \
    TILE(form, narrow, rows, 1)
#define ENTRY(form, rows)                                                                          \
    {                                                                                              \
        form##_wide_##rows, form##_narrow_##rows, WIDE_##rows                                      \
    }
#define TABLE(form)                                                                                \
    PAIR(form, 1)                                                                                  \
    PAIR(form, 2)                                                                                  \
    PAIR(form, 3)                                                                                  \
    PAIR(form, 4)                                                                                  \
    PAIR(form, 5)                                                                                  \
    PAIR(form, 6)                                                                                  \
    static const tile_pair form##_tiles[TILE_MOST] = {ENTRY(form, 1), ENTRY(form, 2),              \
                                                      ENTRY(form, 3), ENTRY(form, 4),              \
                                                      ENTRY(form, 5), ENTRY(form, 6)};

TABLE(s8)
TABLE(f32)
TABLE(f32_s8)

static void product_s8(const int8_t *x, size_t x_stride, const float *x_scale, size_t n_rows,
                       const tr_matrix *w, size_t first, size_t last, float *y, size_t y_stride)
{
    const product p = {(const char *)x, x_stride, x_scale, w, first, last, y, y_stride};
    run_tiles(&p, n_rows, s8_tiles);
}

static void product_f32(const float *x, size_t x_stride, size_t n_rows, const tr_matrix *w,
                        size_t first, size_t last, float *y, size_t y_stride)
{
    const product p = {(const char *)x, x_stride * sizeof *x, NULL, w, first, last, y, y_stride};
    run_tiles(&p, n_rows, f32_tiles);
}

static void product_f32_s8(const float *x, size_t x_stride, size_t n_rows, const tr_matrix *w,
                           size_t first, size_t last, float *y, size_t y_stride)
{
    const product p = {(const char *)x, x_stride * sizeof *x, NULL, w, first, last, y, y_stride};
    run_tiles(&p, n_rows, f32_s8_tiles);
}

static const tr_kernels all_kernels = {
    .quantize = quantize,
    .product_s8 = product_s8,
    .product_f32 = product_f32,
    .product_f32_s8 = product_f32_s8,
    .norm = norm,
    .activate = activate,
    .attend = attend,
    .log_sum_block = log_sum_block,
    .above = above,
};

#endif
