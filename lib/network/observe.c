#include "network/observe.h"

/* The target of tr_attention_row.network. */
typedef struct look {
    const tr_compute *c;
    const tr_memory *memory;
    size_t row; /* within the rows that attended together */
} look;

void tr_observe_rows(const tr_compute *c, tr_attention_row row, const tr_memory *memory,
                     const float *q, size_t q_stride, size_t n_rows)
{
    if (!tr_observes_attention(c)) return;
    look l = {.c = c, .memory = memory};
    row.n = memory->n;
    row.n_heads = c->heads[0].n;
    row.d_head = c->heads[row.kind == TR_CROSS].d_head;
    row.network = &l;
    for (; l.row < n_rows; l.row++, row.row++) {
        row.query = q + l.row * q_stride;
        c->observer->attention(c->observer->ctx, &row);
    }
}

float tr_attention_weight(const tr_attention_row *row, size_t head, size_t j)
{
    const look *l = row->network;
    return tr_attend_weight(l->c->attention, &l->c->heads[row->kind == TR_CROSS], row->n, l->row,
                            head, j);
}

void tr_attention_key(const tr_attention_row *row, size_t j, float *key)
{
    const look *l = row->network;
    const tr_memory *m = l->memory;
    const void *packed = (const char *)m->k + (m->index ? m->index[j] : j) * m->stride;
    tr_unpack_row(packed, &l->c->heads[row->kind == TR_CROSS], key);
}
