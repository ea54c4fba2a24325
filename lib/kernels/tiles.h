/*
 * tiles.h - how a product is cut into register tiles.
 *
 * A tile is R rows by B blocks of sixteen outputs, whose sums stay in registers while k runs.
 * A panel of B blocks of weights stays in cache while all rows pass.  Which tile computes an
 * output does not change its bits.  Comes after lanes.h.
 */
#ifndef TR_TILES_H
#define TR_TILES_H

/* The statement with i = 0 .. n - 1, where n is a constant and at most TILE_MOST.  Written out,
 * for compilers keep an array in registers only if all of its indices are constants early. */
#define REPEAT(i, n, ...)                                                                          \
    do {                                                                                           \
        REPEAT_ONE(i, 0, n, __VA_ARGS__)                                                           \
        REPEAT_ONE(i, 1, n, __VA_ARGS__)                                                           \
        REPEAT_ONE(i, 2, n, __VA_ARGS__)                                                           \
        REPEAT_ONE(i, 3, n, __VA_ARGS__)                                                           \
        REPEAT_ONE(i, 4, n, __VA_ARGS__)                                                           \
        REPEAT_ONE(i, 5, n, __VA_ARGS__)                                                           \
    } while (0)
#define REPEAT_ONE(i, value, n, ...)                                                               \
    if (value < (n)) {                                                                             \
        enum { i = value };                                                                        \
        __VA_ARGS__;                                                                               \
    }

enum { TILE_MOST = 6 }; /* rows, and blocks */

/* The arguments of a product; x_stride in bytes. */
typedef struct product {
    const char *x;
    size_t x_stride;
    const float *x_scale;
    const tr_matrix *w;
    size_t first, last;
    float *y;
    size_t y_stride;
} product;

/* Computes a tile that starts at a row and an output. */
typedef void tile(const product *p, size_t row, size_t out);

/* The tiles of R rows: `wide` of `blocks` blocks, and one of a single block. */
typedef struct tile_pair {
    tile *wide, *narrow;
    size_t blocks;
} tile_pair;

/* Rows are dealt out evenly to as few tiles as hold them. */
static void run_tiles(const product *p, size_t n_rows, const tile_pair tiles[TILE_MOST])
{
    const size_t groups = (n_rows + TILE_MOST - 1) / TILE_MOST;
    if (groups == 0) return;
    const size_t most = (n_rows + groups - 1) / groups, full = n_rows - (most - 1) * groups;
    const size_t blocks = tiles[most - 1].blocks;
    for (size_t out = p->first; out < p->last;) {
        const bool wide = p->last - out > (blocks - 1) * TR_BLOCK;
        for (size_t g = 0, row = 0; g < groups; g++) {
            const size_t rows = g < full ? most : most - 1;
            (wide ? tiles[rows - 1].wide : tiles[rows - 1].narrow)(p, row, out);
            row += rows;
        }
        out += (wide ? blocks : 1) * TR_BLOCK;
    }
}

/* Weights come from the outer caches or from memory, and the hardware's own prefetching does not
 * keep up with several short streams.  So many steps hide memory's latency without crowding the
 * first cache. */
enum { PREFETCH_STEPS = 32 };

/* From step q of a panel to PREFETCH_STEPS later: behind a block's end, the next panel begins. */
static inline size_t prefetch_distance(size_t q, size_t quads, size_t blocks)
{
    const size_t steps = at_most(PREFETCH_STEPS, quads);
    const size_t next = q + steps < quads ? steps : steps + (blocks - 1) * quads;
    return next * TR_BLOCK * TR_QUAD;
}

/* No pointer is formed, for the address may lie behind the weights. */
static inline void prefetch(const void *p, size_t distance)
{
    __builtin_prefetch((const void *)((uintptr_t)p + distance));
}

static inline size_t lanes_left(const product *p, size_t out)
{
    const size_t left = p->last - out;
    return left < TR_BLOCK ? left : TR_BLOCK;
}

static inline float *output_at(const product *p, size_t row, size_t out)
{
    return p->y + row * p->y_stride + (out - p->first);
}

#endif
