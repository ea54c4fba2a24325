#include "train/network/flops.h"

tr_flops tr_flops_of(const tr_shape *s)
{
    const double d = (double)s->d_model, encoder = (double)s->n_encoder_layers,
                 decoder = (double)s->n_decoder_layers;
    const double encoder_ffn = 2 * d * (double)s->encoder_ffn; /* weights of both maps */
    const double decoder_ffn = 2 * d * (double)s->decoder_ffn;
    const tr_head_widths w = tr_shape_heads(s);
    const double query = d * (double)w.query, kv = d * (double)(w.key + w.value),
                 out = d * (double)w.value;
    const double self = s->ssru ? 2 * d * d : query + kv + out; /* an SSRU: x and the gate */
    const double pair = 2 * (double)(w.key + w.value); /* q k and p v, for two positions */
    const double output = d * (double)s->target_vocab;

    return (tr_flops){
        .source = 2 * (encoder * (query + kv + out + encoder_ffn) + decoder * kv), /* cross: k, v */
        .target = 2 * (decoder * (self + query + out + decoder_ffn) + output), /* cross: q, out */
        .encoder = encoder * pair,
        .decoder = s->ssru ? 0 : decoder * pair,
        .cross = decoder * pair,
    };
}

double tr_flops_forward(const tr_flops *f, size_t n_source, size_t n_target)
{
    const double n = (double)n_source, m = (double)n_target;
    return f->source * n + f->target * m + f->encoder * n * n + f->decoder * m * (m + 1) / 2 +
           f->cross * n * m;
}
