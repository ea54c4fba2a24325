#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "setup/handle.h"

bool oracle_open(oracle *o, const tr_model *model, const char *cpu, int precision)
{
    tr_kernels k;
    tr_error err;

    *o = (oracle){.m = tr_model_nmt(model)};
    const tr_nmt *const m = o->m;
    const bool int8 = m->config.int8 && precision != TR_PRECISION_FLOAT32;
    const size_t longest = tr_config_longest_source(&m->config), steps = m->config.max_target;
    const size_t positions = longest > steps ? longest : steps;
    const tr_heads heads[] = {tr_compute_heads(m, int8, false), tr_compute_heads(m, int8, true)};
    const size_t nodes = steps + 2;
    if (tr_special_tokens_init(&o->special, m, NULL, NULL, true, &err) < 0) return false;
    if (tr_arena_init(&o->arena, tr_compute_size(m, int8, longest, positions) +
                                     tr_kvcache_size(m, heads, false, nodes, longest)) < 0)
        return false;
    tr_kernels_init(&k, tr_cpu_usable(cpu));
    tr_compute_init(&o->compute, &o->arena, m, &k, int8, longest, positions);
    tr_kvcache_init(&o->cache, &o->arena, m, o->compute.heads, false, nodes, longest);
    return true;
}

void oracle_close(oracle *o)
{
    tr_arena_free(&o->arena);
}

void oracle_read(oracle *o, const int32_t *ids, size_t n)
{
    const tr_special_tokens *const f = &o->special;
    int32_t *const all = malloc((f->n_before + n + f->n_after) * sizeof *all);

    memcpy(all, f->before, f->n_before * sizeof *all);
    memcpy(all + f->n_before, ids, n * sizeof *all);
    memcpy(all + f->n_before + n, f->after, f->n_after * sizeof *all);
    o->n_source = f->n_before + n + f->n_after;
    const tr_source source = {.ids = all, .n = o->n_source, .memory = 0};
    tr_encode(&o->compute, &source, 1, &o->cache);
    free(all);
}

/* Token `at` of what the decoder reads: its start, a forced token, then the ids. */
static int32_t input(const oracle *o, const int32_t *ids, size_t at)
{
    if (at == 0) return o->m->config.start_id;
    if (o->special.first < 0) return ids[at - 1];
    return at == 1 ? o->special.first : ids[at - 2];
}

void oracle_ask(oracle *o, const int32_t *ids, size_t n, float *logits)
{
    const tr_matrix *const output = &o->m->weights.output;
    const size_t steps = n + 1 + (o->special.first >= 0), width = output->n_in;
    uint32_t *const path = malloc(steps * sizeof *path);

    for (size_t at = 0; at < steps; at++) {
        path[at] = tr_kvcache_extend(&o->cache, at ? path[at - 1] : TR_NO_NODE, false);
        const tr_decoder_row row = {.previous = input(o, ids, at),
                                    .position = at,
                                    .path = path,
                                    .memory = 0,
                                    .n_memory = o->n_source};
        tr_decoder_step(&o->compute, &row, 1, &o->cache);
    }
    const tr_rows state = tr_prepare(&o->compute, o->compute.x, width, 1, width);
    tr_product(&o->compute, &state, output, 0, output->n_out, logits, output->n_out);
    for (size_t at = steps; at-- > 0;)
        tr_kvcache_drop(&o->cache, path[at]);
    free(path);
}
