#include "search/choice.h"
#include "base/span.h"

#include <string.h>

size_t tr_choice_next(const tr_choice *c, const int32_t *before, size_t n_before, int32_t *next)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++) {
        const tr_ids one = c->list[i];
        if (one.n <= n_before || memcmp(one.ids, before, n_before * sizeof *before) != 0) continue;
        if (!tr_ids_have(next, n, one.ids[n_before])) next[n++] = one.ids[n_before];
    }
    return n;
}
