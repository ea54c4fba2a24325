#include "document/markup/unclosed.h"

#include <stdlib.h>

#include "base/buf.h"

static bool has_tag(const tr_unclosed_tags *tags, size_t at)
{
    size_t lo = 0, hi = tags->n;

    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (tags->at[middle] < at)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < tags->n && tags->at[lo] == at;
}

bool tr_unclosed_has(const tr_unclosed *u, size_t at)
{
    for (size_t i = 0; i < u->n; i++)
        if (has_tag(&u->found[i], at)) return true;
    return false;
}

void tr_unclosed_open(tr_unclosed_tags *open, size_t at)
{
    open->at = tr_room(open->at, &open->capacity, open->n + 1, sizeof *open->at, &open->failed);
    open->failed = open->failed || at > UINT32_MAX;
    if (!open->failed) open->at[open->n++] = (uint32_t)at;
}

void tr_unclosed_close(tr_unclosed_tags *open)
{
    if (open->n) open->n--;
}

void tr_unclosed_keep(tr_unclosed *u, tr_unclosed_tags *open)
{
    const bool keep = u && u->n < TR_UNCLOSED_SEARCHES && open->n && !open->failed;

    if (keep)
        u->found[u->n++] = *open;
    else
        free(open->at);
    *open = (tr_unclosed_tags){0};
}

void tr_unclosed_free(tr_unclosed *u)
{
    for (size_t i = 0; i < u->n; i++)
        free(u->found[i].at);
    *u = (tr_unclosed){0};
}
