#include "train/network/flops.h"

tr_flops tr_flops_of(const tr_shape *s)
{
    const double d = (double)s->d_model, encoder = (double)s->n_encoder_layers,
                 decoder = (double)s->n_decoder_layers;
    const double encoder_ffn = 2 * d * (double)s->encoder_ffn; /* weights of both maps */
    const double decoder_ffn = 2 * d * (double)s->decoder_ffn;
    const double self = s->ssru ? 2 * d * d : 4 * d * d; /* q, k, v and out; or x and the gate */
    const double output = d * (double)s->target_vocab;

    return (tr_flops){
        .source = 2 * (encoder * (4 * d * d + encoder_ffn) + decoder * 2 * d * d), /* cross: k, v */
        .target = 2 * (decoder * (self + 2 * d * d + decoder_ffn) + output), /* cross: q, out */
        .encoder = encoder * 4 * d, /* q k and p v, for each pair of positions */
        .decoder = s->ssru ? 0 : decoder * 4 * d,
        .cross = decoder * 4 * d,
    };
}

double tr_flops_forward(const tr_flops *f, size_t n_source, size_t n_target)
{
    const double n = (double)n_source, m = (double)n_target;
    return f->source * n + f->target * m + f->encoder * n * n + f->decoder * m * (m + 1) / 2 +
           f->cross * n * m;
}
