#include "search/shortlist.h"

#include <assert.h>
#include <string.h>

enum {
    MARKS = 64,                    /* of words, in an element of `chosen` */
    MULTIPLE = 8,                  /* Marian's int8 products need a multiple of eight outputs */
    CELL = 4,                      /* bytes: a quad of int8 weights, or one float32 */
    CELL_STRIDE = CELL * TR_BLOCK, /* from one of a row to its next, in either packed form */
};

static size_t cells_of_row(const tr_nmt *m)
{
    return m->config.int8 ? (m->config.d_model + TR_QUAD - 1) / TR_QUAD : m->config.d_model;
}

static size_t marks_of(const tr_nmt *m)
{
    return m->config.target_vocab / MARKS + 1;
}

/* Of a row, for weights that are gathered. */
static size_t row_size(const tr_nmt *m, const tr_word_rows *copies)
{
    return copies ? 0 : cells_of_row(m) * CELL;
}

size_t tr_shortlists_size(const tr_nmt *m, const tr_word_rows *copies)
{
    const size_t n = tr_in_blocks(m->config.target_vocab, TR_BLOCK);
    return tr_arena_need(marks_of(m), sizeof(uint64_t)) + 3 * tr_arena_need(n, sizeof(int32_t)) +
           2 * tr_arena_need(n, sizeof(float)) + tr_arena_need(copies ? n : 0, sizeof(uint32_t)) +
           tr_arena_need(n, row_size(m, copies));
}

void tr_shortlists_init(tr_shortlists *s, tr_arena *a, const tr_nmt *m, tr_word_rows *copies)
{
    const size_t n = tr_in_blocks(m->config.target_vocab, TR_BLOCK);
    *s = (tr_shortlists){.m = m, .n_rows = n, .copies = copies};
    s->chosen = TR_TAKE(a, uint64_t, marks_of(m));
    s->choice = TR_TAKE(a, int32_t, n);
    s->ids = TR_TAKE(a, int32_t, n);
    s->sum = TR_TAKE(a, int32_t, n);
    s->scale = TR_TAKE(a, float, n);
    s->bias = TR_TAKE(a, float, n);
    s->pick = TR_TAKE(a, uint32_t, (copies ? n : 0));
    s->weights = TR_TAKE(a, unsigned char, (n * row_size(m, copies)));
    memset(s->chosen, 0, marks_of(m) * sizeof *s->chosen);
}

/* ---- Choosing ---- */

/* An element of a mapped list.  The file can change at any time: it is read once, and compared by
 * who uses it.  A negative one becomes large. */
static size_t element(const int32_t *list, size_t i)
{
    return (uint32_t)((const volatile int32_t *)list)[i];
}

/* Returns 1 for a word that was not chosen before. */
static size_t choose(tr_shortlists *s, size_t id)
{
    const uint64_t bit = (uint64_t)1 << id % MARKS;
    const size_t is_new = !(s->chosen[id / MARKS] & bit);
    s->chosen[id / MARKS] |= bit;
    return is_new;
}

static size_t choose_for(tr_shortlists *s, size_t source)
{
    const tr_lexicon *list = &s->m->weights.lexicon;
    const size_t end = element(list->offset, source + 1), last = end < list->n ? end : list->n;
    size_t n = s->m->config.shortlist_source_ids ? choose(s, source) : 0;

    for (size_t i = element(list->offset, source); i < last; i++) {
        const size_t id = element(list->id, i);
        if (id < s->m->config.target_vocab) n += choose(s, id);
    }
    return n;
}

/* The marks become ids in ascending order, and zero again. */
static size_t take_choice(tr_shortlists *s)
{
    size_t n = 0;
    for (size_t i = 0; i < marks_of(s->m); i++) {
        for (uint64_t marks = s->chosen[i]; marks; marks &= marks - 1)
            s->choice[n++] = (int32_t)(i * MARKS + (size_t)__builtin_ctzll(marks));
        s->chosen[i] = 0;
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

    assert(first % TR_BLOCK == 0 && n <= s->n_rows - first);
    memcpy(ids, s->choice, n * sizeof *ids);
    *out = (tr_shortlist){.ids = ids, .output = {.n_out = n, .n_in = all->n_in}};
    if (s->copies) {
        tr_word_rows_pick(s->copies, ids, n, s->pick + first);
        out->output.pick = s->pick + first;
        out->output.weight = s->copies->rows;
    } else {
        unsigned char *const weights = s->weights + row_at(first, n_cells);
        gather_weights(all->weight, n_cells, ids, n, weights);
        out->output.weight = weights;
    }
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
