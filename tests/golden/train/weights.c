#include "golden/train/weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct marian_array {
    char name[80]; /* of Marian's array; "" for zeros */
} marian_array;

/* Marian's name of what `ours` calls a block, e.g. self_W for attn_qkv. */
static const struct {
    const char *ours, *block, *letters;
} dense_names[] = {
    {"attn_qkv", "self", "qkv"},        {"attn_q", "self", "q"},
    {"attn_kv", "self", "kv"},          {"attn_out", "self", "o"},
    {"cross_attn_q", "context", "q"},   {"cross_attn_kv", "context", "kv"},
    {"cross_attn_out", "context", "o"}, {"ffn_up", "ffn", "1"},
    {"ffn_down", "ffn", "2"},
};
static const struct {
    const char *ours, *theirs;
} norm_names[] = {{"attn_norm", "self_Wo"},
                  {"cross_attn_norm", "context_Wo"},
                  {"ffn_norm", "ffn_ffn"},
                  {"ssru_norm", "rnn_ffn"}};

static size_t layer_parts(const char *prefix, const char *block, const char *kind, bool pre,
                          marian_array parts[3])
{
    const bool weight = !strcmp(kind, "weight");
    if (!strcmp(block, "ssru")) {
        snprintf(parts[0].name, 80, "%s%s", weight ? prefix : "", weight ? "_rnn_W" : "");
        snprintf(parts[1].name, 80, weight ? "%s_rnn_Wf" : "%s_rnn_bf", prefix);
        return 2;
    }
    for (size_t i = 0; i < sizeof norm_names / sizeof *norm_names; i++) {
        if (strcmp(block, norm_names[i].ours) != 0) continue;
        snprintf(parts[0].name, 80, "%s_%s_ln_%s%s", prefix, norm_names[i].theirs,
                 weight ? "scale" : "bias", pre ? "_pre" : "");
        return 1;
    }
    for (size_t i = 0; i < sizeof dense_names / sizeof *dense_names; i++) {
        if (strcmp(block, dense_names[i].ours) != 0) continue;
        const size_t n = strlen(dense_names[i].letters);
        for (size_t j = 0; j < n; j++)
            snprintf(parts[j].name, 80, "%s_%s_%c%c", prefix, dense_names[i].block,
                     weight ? 'W' : 'b', dense_names[i].letters[j]);
        return n;
    }
    give_up("a tensor has no name in Marian");
    return 0;
}

static size_t marian_arrays(const tr_parameter_tensor *t, const tr_shape *shape,
                            marian_array parts[3])
{
    static const char *const whole[][2] = {
        {"token_embd.weight", "Wemb"},
        {"source_embd.weight", "encoder_Wemb"},
        {"target_embd.weight", "decoder_Wemb"},
        {"output.weight", "decoder_ff_logit_out_W"},
        {"output.bias", "decoder_ff_logit_out_b"},
        {"position.weight", "Wpos"},
        {"enc.output_norm.weight", "encoder_top_ln_scale"},
        {"enc.output_norm.bias", "encoder_top_ln_bias"},
        {"dec.output_norm.weight", "decoder_top_ln_scale"},
        {"dec.output_norm.bias", "decoder_top_ln_bias"},
    };
    char side[8], block[32], kind[8], prefix[64];
    size_t layer;

    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(t->name, whole[i][0])) return snprintf(parts[0].name, 80, "%s", whole[i][1]), 1;
    if (sscanf(t->name, "%3[a-z].blk.%zu.%31[a-z_].%7s", side, &layer, block, kind) != 4)
        give_up("a tensor's name");
    snprintf(prefix, sizeof prefix, "%s_l%zu", !strcmp(side, "enc") ? "encoder" : "decoder",
             layer + 1);
    return layer_parts(prefix, block, kind, shape->pre_norm, parts);
}

/* True if Marian's array has outputs first, as ours has. */
static bool is_table(const tr_parameter_tensor *t)
{
    return t->kind != TR_WEIGHTS && strcmp(t->name, "output.weight") != 0;
}

static bool is_key_bias(const char *marian)
{
    const size_t n = strlen(marian);
    return n > 3 && !strcmp(marian + n - 3, "_bk");
}

static void visit_tensor(const npz *z, const tr_shape *shape, const tr_parameter_tensor *t,
                         const char *prefix, visitor *visit, void *ctx)
{
    marian_array parts[3];
    const size_t n = marian_arrays(t, shape, parts), share = t->n_out / n;
    for (size_t i = 0; i < n; i++) {
        char name[320];
        size_t size;
        if (!parts[i].name[0]) continue;
        snprintf(name, sizeof name, "%s%s", prefix, parts[i].name);
        double *x = read_array(z, name, &size);
        if (size != share * t->n_in) give_up("a shape");
        const double largest = largest_of(x, size);
        for (size_t o = 0; o < share; o++)
            for (size_t k = 0; k < t->n_in; k++)
                visit(ctx, t->at + (i * share + o) * t->n_in + k,
                      x[is_table(t) ? o * t->n_in + k : k * share + o], largest, parts[i].name);
        free(x);
    }
}

void visit_all(const npz *z, const tr_parameters *p, const char *prefix, visitor *visit, void *ctx)
{
    for (size_t i = 0; i < p->n_tensors; i++)
        visit_tensor(z, &p->shape, &p->tensors[i], prefix, visit, ctx);
}

void set_weight(void *ctx, size_t ours, double theirs, double largest, const char *name)
{
    tr_parameters *p = ctx;
    (void)largest, (void)name;
    p->w[ours] = p->average[ours] = (float)theirs;
}

void compare_number(void *ctx, size_t ours, double theirs, double largest, const char *name)
{
    difference *d = ctx;
    const bool keys = is_key_bias(name);
    const double unit = d->relative ? fmax(largest, 1e-3) : 1;
    if (keys && !d->relative) return;
    const double off = fabs((double)d->ours[ours] - (keys ? 0 : theirs)) / unit;
    d->n_beyond += off > 5e-5;
    if (off <= d->worst) return;
    d->worst = off;
    snprintf(d->where, sizeof d->where, "%s", name);
}
