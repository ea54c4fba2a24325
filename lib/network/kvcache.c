#include "network/kvcache.h"

#include <assert.h>

size_t tr_kvcache_nodes(const tr_nmt *m, bool aligned, size_t beam, size_t steps)
{
    return beam * (!m->config.ssru || aligned || steps < 2 ? steps : 2);
}

size_t tr_kvcache_size(const tr_nmt *m, const tr_heads *heads, bool aligned, size_t n_nodes,
                       size_t n_memory)
{
    const size_t row = tr_memory_bytes(heads), layers = m->config.n_decoder_layers;
    const size_t node = m->config.ssru ? m->config.d_model * sizeof(float) : row;
    return tr_arena_need(layers * n_nodes, node) + tr_arena_need(layers * n_memory, row) +
           (aligned ? tr_arena_need(n_nodes, tr_config_longest_source(&m->config) * sizeof(float))
                    : 0) +
           3 * tr_arena_need(n_nodes, sizeof(uint32_t));
}

void tr_kvcache_init(tr_kvcache *c, tr_arena *a, const tr_nmt *m, const tr_heads *heads,
                     bool aligned, size_t n_nodes, size_t n_memory)
{
    assert(n_nodes < TR_NO_NODE);
    *c = (tr_kvcache){.n_layers = m->config.n_decoder_layers,
                      .row = tr_memory_bytes(heads),
                      .state_row = m->config.ssru ? m->config.d_model : 0,
                      .alignment_row = tr_config_longest_source(&m->config),
                      .chained = !m->config.ssru,
                      .n_nodes = n_nodes,
                      .n_memory = n_memory,
                      .n_free = n_nodes,
                      .least_free = n_nodes};
    if (m->config.ssru)
        c->state = TR_TAKE(a, float, (c->n_layers * n_nodes * c->state_row));
    else
        c->self = TR_TAKE(a, char, (c->n_layers * n_nodes * c->row));
    c->cross = TR_TAKE(a, char, (c->n_layers * n_memory * c->row));
    if (aligned) c->alignment = TR_TAKE(a, float, (n_nodes * c->alignment_row));
    c->parent = TR_TAKE(a, uint32_t, n_nodes);
    c->users = TR_TAKE(a, uint32_t, n_nodes);
    c->free = TR_TAKE(a, uint32_t, n_nodes);
    for (size_t i = 0; i < n_nodes; i++)
        c->free[i] = (uint32_t)(n_nodes - 1 - i);
}

uint32_t tr_kvcache_extend(tr_kvcache *c, uint32_t parent, bool aligned)
{
    assert(c->n_free > 0);
    const uint32_t node = c->free[--c->n_free];
    if (c->n_free < c->least_free) c->least_free = c->n_free;
    if (!c->chained && !aligned) parent = TR_NO_NODE;
    c->parent[node] = parent;
    c->users[node] = 1;
    if (parent != TR_NO_NODE) c->users[parent]++;
    return node;
}

void tr_kvcache_share(tr_kvcache *c, uint32_t node)
{
    c->users[node]++;
}

void tr_kvcache_drop(tr_kvcache *c, uint32_t node)
{
    while (node != TR_NO_NODE && --c->users[node] == 0) {
        c->free[c->n_free++] = node;
        node = c->parent[node];
    }
}

void tr_kvcache_hold(tr_kvcache *c, size_t last)
{
    assert(last <= c->n_memory);
    if (last > c->most_memory) c->most_memory = last;
}

size_t tr_kvcache_used(const tr_kvcache *c)
{
    const size_t node = c->state ? c->state_row * sizeof *c->state : c->row;
    return c->n_layers * ((c->n_nodes - c->least_free) * node + c->most_memory * c->row);
}
