#include "metrics/symbols.h"

#include <stdlib.h>

#include "base/buf.h"

void tr_symbols_free(tr_symbols *s)
{
    free(s->at);
    *s = (tr_symbols){0};
}

void tr_symbols_clear(tr_symbols *s)
{
    s->n = 0;
    s->failed = false;
}

void tr_symbols_add(tr_symbols *s, uint32_t symbol)
{
    void *at = s->at;
    if (tr_reserve(&at, &s->capacity, s->n + 1, sizeof *s->at) < 0) {
        s->failed = true;
        return;
    }
    s->at = at;
    s->at[s->n++] = symbol;
}
