#include "search/path.h"

#include <string.h>

size_t tr_paths_size(size_t n, size_t max_steps)
{
    return tr_arena_need(n, sizeof(tr_path)) + n * (tr_arena_need(max_steps, sizeof(int32_t)) +
                                                    tr_arena_need(max_steps, sizeof(float)) +
                                                    tr_arena_need(max_steps, sizeof(uint32_t)));
}

tr_path *tr_paths_take(tr_arena *a, size_t n, size_t max_steps, size_t n_forced)
{
    tr_path *paths = TR_TAKE(a, tr_path, n);
    for (size_t i = 0; i < n; i++)
        paths[i] = (tr_path){.ids = TR_TAKE(a, int32_t, max_steps) + n_forced,
                             .log_probabilities = TR_TAKE(a, float, max_steps),
                             .nodes = TR_TAKE(a, uint32_t, max_steps) + n_forced};
    return paths;
}

void tr_path_append(tr_path *dst, const tr_path *src, int32_t id, float log_probability)
{
    const size_t n = src->n, n_forced = src->length - n;
    if (dst != src) {
        memcpy(dst->ids - n_forced, src->ids - n_forced, src->length * sizeof *dst->ids);
        memcpy(dst->log_probabilities, src->log_probabilities, n * sizeof *dst->log_probabilities);
        memcpy(dst->nodes - n_forced, src->nodes - n_forced,
               (src->length + 1) * sizeof *dst->nodes);
    }
    dst->ids[n] = id;
    dst->log_probabilities[n] = log_probability;
    dst->log_probability = src->log_probability + log_probability;
    dst->n = n + 1;
    dst->length = src->length + 1;
    dst->tip = src->tip;
}

void tr_path_swap(tr_path *a, tr_path *b)
{
    const tr_path t = *a;
    *a = *b;
    *b = t;
}

bool tr_path_same(const tr_path *a, const tr_path *b)
{
    return a->n == b->n && !memcmp(a->ids, b->ids, a->n * sizeof *a->ids);
}
