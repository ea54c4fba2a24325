#include "search/choice.h"

#include <string.h>

static bool is_among(const int32_t *ids, size_t n, int32_t id)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] == id) return true;
    return false;
}

size_t tr_choice_next(const tr_choice *c, const int32_t *before, size_t n_before, int32_t *next)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++) {
        const tr_ids one = c->list[i];
        if (one.n <= n_before || memcmp(one.ids, before, n_before * sizeof *before) != 0) continue;
        if (!is_among(next, n, one.ids[n_before])) next[n++] = one.ids[n_before];
    }
    return n;
}
