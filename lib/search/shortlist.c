#include "search/shortlist.h"

#include <assert.h>
#include <string.h>

enum {
    MULTIPLE = 8,                  /* Marian's int8 products need a multiple of eight outputs */
    CELL = 4,                      /* bytes: a quad of int8 weights, or one float32 */
    CELL_STRIDE = CELL * TR_BLOCK, /* from one of a row to its next, in either packed form */
};

static size_t blocks_of(size_t n)
{
    return (n + TR_BLOCK - 1) / TR_BLOCK;
}

static size_t cells_of_row(const tr_nmt *m)
{
    return m->config.int8 ? (m->config.d_model + TR_QUAD - 1) / TR_QUAD : m->config.d_model;
}

static size_t marks_of(const tr_nmt *m)
{
    return m->config.target_vocab / 8 + 1;
}

size_t tr_shortlists_size(const tr_nmt *m)
{
    const size_t n = blocks_of(m->config.target_vocab) * TR_BLOCK;
    return tr_arena_need(marks_of(m), 1) + 2 * tr_arena_need(n, sizeof(int32_t)) +
           tr_arena_need(n + 1, sizeof(int32_t)) + 2 * tr_arena_need(n, sizeof(float)) +
           tr_arena_need(n, cells_of_row(m) * CELL);
}

void tr_shortlists_init(tr_shortlists *s, tr_arena *a, const tr_nmt *m)
{
    const size_t n = blocks_of(m->config.target_vocab) * TR_BLOCK;
    *s = (tr_shortlists){.m = m, .n_rows = n};
    s->chosen = TR_TAKE(a, uint8_t, marks_of(m));
    s->choice = TR_TAKE(a, int32_t, (n + 1));
    s->ids = TR_TAKE(a, int32_t, n);
    s->sum = TR_TAKE(a, int32_t, n);
    s->scale = TR_TAKE(a, float, n);
    s->bias = TR_TAKE(a, float, n);
    s->weights = TR_TAKE(a, unsigned char, (n * cells_of_row(m) * CELL));
    memset(s->chosen, 0, marks_of(m));
}

/* ---- Choosing ---- */

/* Returns 1 for a word that was not chosen before. */
static size_t choose(tr_shortlists *s, size_t id)
{
    const uint8_t bit = (uint8_t)(1u << id % 8);
    const size_t is_new = !(s->chosen[id / 8] & bit);
    s->chosen[id / 8] |= bit;
    return is_new;
}

static size_t choose_for(tr_shortlists *s, size_t source)
{
    const tr_lexicon *list = &s->m->weights.lexicon;
    size_t n = s->m->config.shortlist_source_ids ? choose(s, source) : 0;
    for (int32_t i = list->offset[source]; i < list->offset[source + 1]; i++)
        n += choose(s, (size_t)list->id[i]);
    return n;
}

/* The marks become ids in ascending order, and zero again.  An id is written before it is known
 * whether it counts: branches would be taken at random. */
static size_t take_choice(tr_shortlists *s)
{
    size_t n = 0;
    for (size_t byte = 0; byte < marks_of(s->m); byte++) {
        const unsigned marks = s->chosen[byte];
        s->chosen[byte] = 0;
        for (size_t bit = 0; marks && bit < 8; bit++) {
            s->choice[n] = (int32_t)(byte * 8 + bit);
            n += marks >> bit & 1;
        }
    }
    return n;
}

size_t tr_shortlists_choose(tr_shortlists *s, const int32_t *source, size_t n, const int32_t *more,
                            size_t n_more)
{
    const size_t vocab = s->m->config.target_vocab, first = (size_t)s->m->config.shortlist_first;

    /* Without </s> no translation could end; it is among the first words as a rule. */
    size_t count = choose(s, (size_t)s->m->config.eos);
    for (size_t id = 0; id < first; id++)
        count += choose(s, id);
    for (size_t i = 0; i < n; i++)
        count += choose_for(s, (size_t)source[i]);
    for (size_t i = 0; i < n_more; i++)
        count += choose(s, (size_t)more[i]);
    for (size_t id = first; id < vocab && count % MULTIPLE != 0; id++)
        count += choose(s, id);
    n = take_choice(s);
    assert(n == count);
    return n;
}

/* ---- Gathering ---- */

/* The first cell of a row of a packed matrix. */
static size_t row_at(size_t row, size_t n_cells)
{
    return row / TR_BLOCK * n_cells * CELL_STRIDE + row % TR_BLOCK * CELL;
}

/* Puts rows side by side.  A block is written from its beginning to its end: caches can fetch
 * ahead, and a store that misses holds up all that follow it. */
static void gather_block(const unsigned char *const rows[TR_BLOCK], size_t n_cells,
                         unsigned char *to)
{
    for (size_t i = 0; i < n_cells; i++, to += CELL_STRIDE)
        for (size_t r = 0; r < TR_BLOCK; r++)
            memcpy(to + r * CELL, rows[r] + i * CELL_STRIDE, CELL);
}

static void clear_row(unsigned char *to, size_t n_cells)
{
    for (size_t i = 0; i < n_cells; i++)
        memset(to + i * CELL_STRIDE, 0, CELL);
}

static void gather_weights(const unsigned char *from, size_t n_cells, const int32_t *ids, size_t n,
                           unsigned char *to)
{
    for (size_t i = 0; i < n; i += TR_BLOCK) {
        const unsigned char *rows[TR_BLOCK];
        for (size_t r = 0; r < TR_BLOCK; r++)
            rows[r] = from + row_at((size_t)ids[i + r < n ? i + r : i], n_cells);
        gather_block(rows, n_cells, to + row_at(i, n_cells));
    }
    for (size_t i = n; i % TR_BLOCK != 0; i++)
        clear_row(to + row_at(i, n_cells), n_cells);
}

static void gather_floats(const float *from, const int32_t *ids, size_t n, float *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[ids[i]];
}

void tr_shortlists_gather(tr_shortlists *s, size_t first, size_t n, tr_shortlist *out)
{
    const tr_matrix *all = &s->m->weights.output;
    const size_t n_cells = cells_of_row(s->m);
    int32_t *const ids = s->ids + first;
    unsigned char *const weights = s->weights + row_at(first, n_cells);

    assert(first % TR_BLOCK == 0 && n <= s->n_rows - first);
    memcpy(ids, s->choice, n * sizeof *ids);
    gather_weights(all->weight, n_cells, ids, n, weights);
    *out = (tr_shortlist){.ids = ids, .output = {.weight = weights, .n_out = n, .n_in = all->n_in}};
    if (all->bias) {
        gather_floats(all->bias, ids, n, s->bias + first);
        out->output.bias = s->bias + first;
    }
    if (all->scale) {
        gather_floats(all->scale, ids, n, s->scale + first);
        for (size_t i = 0; i < n; i++)
            s->sum[first + i] = all->sum[ids[i]];
        out->output.scale = s->scale + first;
        out->output.sum = s->sum + first;
    }
}
