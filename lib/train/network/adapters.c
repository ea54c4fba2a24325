#include "train/network/adapters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/philox.h"
#include "base/order.h"

/* The matrices that the maps of a layer are, part by part. */
static const int matrices[TR_LAYER_MAPS][3] = {
    [TR_MAP_SELF_QKV] = {TR_ADAPT_Q, TR_ADAPT_K, TR_ADAPT_V},
    [TR_MAP_SELF_Q] = {TR_ADAPT_Q},
    [TR_MAP_SELF_KV] = {TR_ADAPT_K, TR_ADAPT_V},
    [TR_MAP_SELF_OUT] = {TR_ADAPT_OUT},
    [TR_MAP_CROSS_Q] = {TR_ADAPT_Q},
    [TR_MAP_CROSS_KV] = {TR_ADAPT_K, TR_ADAPT_V},
    [TR_MAP_CROSS_OUT] = {TR_ADAPT_OUT},
    [TR_MAP_UP] = {TR_ADAPT_UP},
    [TR_MAP_DOWN] = {TR_ADAPT_DOWN},
};

/* ---- Layout ---- */

/* Lists the adapters of all layers, or only counts while to->all is NULL. */
typedef struct adapter_layout {
    tr_adapters *to;
    tr_parameters *p;
    const tr_adapting *adapting;
} adapter_layout;

static size_t round_up(size_t n)
{
    return (n + 15) / 16 * 16;
}

/* A factor is a map without a bias. */
static void add_factor(adapter_layout *l, const tr_parameter_tensor *of, size_t part,
                       const char *end, size_t n_out, size_t n_in, tr_dense *dense)
{
    tr_parameters *const f = &l->to->factors;
    const tr_panel_format *const format = &l->p->format;
    const size_t forward = round_up(tr_panels_size(format, n_in, n_out));
    const size_t backward = round_up(tr_panels_size(format, n_out, n_in));
    const char *const dot = strrchr(of->name, '.');

    if (f->tensors) {
        tr_parameter_tensor *const t = &f->tensors[f->n_tensors];
        *t = (tr_parameter_tensor){.kind = TR_WEIGHTS,
                                   .n_out = n_out,
                                   .n_in = n_in,
                                   .at = f->n_floats,
                                   .parts = 1,
                                   .heights = {n_out}};
        snprintf(t->name, sizeof t->name, "%.*s.%zu.%s", (int)(dot - of->name), of->name, part,
                 end);
        *dense = (tr_dense){.weight = f->n_floats,
                            .bias = TR_NO_BIAS,
                            .tensor = f->n_tensors,
                            .n_out = n_out,
                            .n_in = n_in,
                            .forward = f->panels + f->n_panels,
                            .backward = f->panels + f->n_panels + forward};
    }
    f->n_panels += forward + backward;
    f->n_floats += round_up(n_out * n_in);
    f->n_parameters += n_out * n_in;
    f->n_tensors++;
}

static void add_adapter(adapter_layout *l, tr_dense *map, int matrix, size_t part)
{
    const tr_parameter_tensor *const of = &l->p->tensors[map->tensor];
    tr_adapter unused = {0}, *const a = l->to->all ? &l->to->all[l->to->n] : &unused;

    *a =
        (tr_adapter){.tensor = map->tensor, .first = tr_parameter_part(of, part), .matrix = matrix};
    add_factor(l, of, part, "lora_a", l->adapting->rank, of->n_in, &a->down);
    add_factor(l, of, part, "lora_b", of->heights[part], l->adapting->rank, &a->up);
    if (l->to->all) {
        if (!map->n_adapters) map->adapters = a;
        map->n_adapters++;
    }
    l->to->n++;
}

static void add_layers(adapter_layout *l, tr_train_layer *layers, size_t n)
{
    tr_dense *maps[TR_LAYER_MAPS];

    for (size_t i = 0; i < n; i++) {
        tr_layer_list_maps(&layers[i], maps);
        for (size_t m = 0; m < TR_LAYER_MAPS; m++)
            for (size_t part = 0; maps[m]->n_out && part < 3; part++)
                if (matrices[m][part] & l->adapting->matrices)
                    add_adapter(l, maps[m], matrices[m][part], part);
    }
}

static void lay_out(adapter_layout *l)
{
    tr_adapters *const a = l->to;

    a->n = a->factors.n_tensors = a->factors.n_floats = a->factors.n_parameters =
        a->factors.n_panels = 0;
    add_layers(l, l->p->encoder, l->p->shape.n_encoder_layers);
    add_layers(l, l->p->decoder, l->p->shape.n_decoder_layers);
}

static bool allocate(tr_adapters *a)
{
    tr_parameters *const f = &a->factors;
    float **const blocks[] = {&f->w, &f->g, &f->m, &f->v, &f->average};
    bool good = true;

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        good = (*blocks[i] = tr_parameters_floats(f->n_floats)) && good;
    f->panels = tr_parameters_floats(f->n_panels);
    f->tensors = calloc(f->n_tensors, sizeof *f->tensors);
    a->all = calloc(a->n, sizeof *a->all);
    return good && f->panels && f->tensors && a->all;
}

/* ---- First values ---- */

static void initialise(const tr_parameters *f, uint64_t seed)
{
    for (size_t i = 0; i < f->n_tensors; i += 2) { /* B stays zero */
        const tr_parameter_tensor *const t = &f->tensors[i];
        const double bound = 1 / sqrt((double)t->n_in);
        for (size_t e = 0; e < t->n_out * t->n_in; e++) {
            const uint32_t counter[4] = {(uint32_t)e, (uint32_t)i, 0x6c6f7261, 0};
            uint32_t word[4];
            tr_philox(counter, seed, word);
            f->w[t->at + e] = (float)((((double)word[0] + 0.5) * 0x1p-31 - 1) * bound);
        }
    }
    memcpy(f->average, f->w, f->n_floats * sizeof *f->w);
}

int tr_adapters_create(tr_adapters *a, tr_parameters *p, const tr_adapting *adapting, uint64_t seed,
                       tr_error *err)
{
    adapter_layout l = {.to = a, .p = p, .adapting = adapting};

    *a = (tr_adapters){.rank = adapting->rank, .scale = (float)adapting->scale};
    a->factors.shape = p->shape;
    a->factors.format = p->format;
    if (!adapting->rank || adapting->rank > TR_ADAPTER_RANK_MOST)
        return tr_fail(err, TR_EINVAL, "adapters have a rank from 1 to %d", TR_ADAPTER_RANK_MOST);
    lay_out(&l);
    if (!a->n) return tr_fail(err, TR_EINVAL, "the network has none of the adapters' matrices");
    if (!allocate(a)) {
        tr_adapters_free(a);
        return tr_fail_memory(err);
    }
    lay_out(&l);
    initialise(&a->factors, seed);
    p->adapters = a;
    return 0;
}

void tr_adapters_free(tr_adapters *a)
{
    tr_parameters_free(&a->factors);
    free(a->all);
    *a = (tr_adapters){0};
}

/* As add_layers() does: rank (n_out + n_in) of each matrix. */
size_t tr_adapters_count(const tr_shape *s, const tr_adapting *adapting)
{
    const size_t d = s->d_model, m = adapting->matrices;
    size_t n = 0;

    for (int cross = 0; cross < 2; cross++) {
        const tr_head_widths w = tr_shape_heads(s, cross);
        const size_t blocks =
            cross ? s->n_decoder_layers : s->n_encoder_layers + (s->ssru ? 0 : s->n_decoder_layers);
        n += blocks * ((m & TR_ADAPT_Q ? d + w.query : 0) + (m & TR_ADAPT_K ? d + w.key : 0) +
                       (m & TR_ADAPT_V ? d + w.value : 0) + (m & TR_ADAPT_OUT ? d + w.value : 0));
    }
    const size_t each = (m & TR_ADAPT_UP ? 1 : 0) + (m & TR_ADAPT_DOWN ? 1 : 0);
    n += each *
         (s->n_encoder_layers * (d + s->encoder_ffn) + s->n_decoder_layers * (d + s->decoder_ffn));
    return n * adapting->rank;
}

/* ---- Weights ---- */

void tr_adapters_share(const tr_adapters *a, const float *w, float share, float *to)
{
    memcpy(to, w, a->factors.n_floats * sizeof *to);
    for (size_t i = 0; i < a->n; i++) {
        const tr_dense *const up = &a->all[i].up;
        for (size_t k = 0; k < up->n_out * up->n_in; k++)
            to[up->weight + k] *= share;
    }
}

/* rows [n, n_in], of the part's rows from `first` on. */
static void add_product(const tr_adapters *a, const tr_adapter *adapter, const float *w,
                        size_t first, size_t n, float *rows)
{
    const size_t n_in = adapter->down.n_in, rank = a->rank;
    const float *const down = w + adapter->down.weight, *const up = w + adapter->up.weight;

    for (size_t o = 0; o < n; o++)
        for (size_t k = 0; k < rank; k++) {
            const float share = a->scale * up[(first + o) * rank + k];
            for (size_t i = 0; i < n_in; i++)
                rows[o * n_in + i] += share * down[k * n_in + i];
        }
}

bool tr_adapters_change(const tr_adapters *a, size_t tensor)
{
    size_t i = 0;
    while (i < a->n && a->all[i].tensor != tensor)
        i++;
    return i < a->n;
}

void tr_adapters_add(const tr_adapters *a, size_t tensor, const float *w, size_t first, size_t n,
                     float *rows)
{
    for (size_t i = 0; i < a->n; i++) {
        const tr_adapter *const adapter = &a->all[i];
        const size_t begin = tr_larger(first, adapter->first);
        const size_t end = tr_smaller(first + n, adapter->first + adapter->up.n_out);
        if (adapter->tensor == tensor && begin < end)
            add_product(a, adapter, w, begin - adapter->first, end - begin,
                        rows + (begin - first) * adapter->down.n_in);
    }
}
