#include "train/pack_rows.h"

#include <stdlib.h>

bool tr_pack_rows_create(tr_pack_rows *g)
{
    bool good = true;

    for (int side = 0; side < 2; side++) {
        g->ids[side] = malloc(TR_PACK_ROWS * sizeof *g->ids[side]);
        g->start[side] = malloc((TR_PACK_ROWS + 1) * sizeof *g->start[side]);
        good = good && g->ids[side] && g->start[side];
    }
    return good;
}

void tr_pack_rows_free(tr_pack_rows *g)
{
    for (int side = 0; side < 2; side++) {
        free(g->ids[side]);
        free(g->start[side]);
    }
}

static void gather_side(tr_pack_rows *g, int side, const tr_pair *pair)
{
    const void *ids = side ? pair->target : pair->source;
    const size_t n = side ? pair->n_target : pair->n_source;
    for (size_t i = 0; i < n; i++)
        g->ids[side][g->rows[side] + i] = tr_pair_id(pair, ids, i);
    g->start[side][g->n] = g->rows[side];
    g->rows[side] += n;
    g->start[side][g->n + 1] = g->rows[side];
}

bool tr_pack_rows_add(tr_pack_rows *g, const tr_pair *pair)
{
    if (g->rows[0] + pair->n_source > g->most_rows || g->rows[1] + pair->n_target > g->most_rows)
        return false;
    gather_side(g, 0, pair);
    gather_side(g, 1, pair);
    g->n++;
    return true;
}

tr_pack tr_pack_rows_view(const tr_pack_rows *g)
{
    tr_pack pack = {.n_sentences = g->n};
    tr_pack_side *sides[] = {&pack.source, &pack.target};
    for (int side = 0; side < 2; side++)
        *sides[side] =
            (tr_pack_side){g->ids[side], g->start[side], g->rows[side], g->first_row[side]};
    return pack;
}

void tr_pack_rows_next(tr_pack_rows *g)
{
    for (int side = 0; side < 2; side++) {
        g->first_row[side] += g->rows[side];
        g->rows[side] = 0;
    }
    g->n = 0;
}

void tr_pack_rows_begin(tr_pack_rows *g)
{
    tr_pack_rows_next(g);
    g->first_row[0] = g->first_row[1] = 0;
}
