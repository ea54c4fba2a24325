#include "model/parameter_count.h"

static uint64_t bias_of(const tr_matrix *w)
{
    return w->bias ? w->n_out : 0;
}

static uint64_t of_matrix(const tr_matrix *w)
{
    return w->weight ? (uint64_t)w->n_out * w->n_in + bias_of(w) : 0;
}

static uint64_t of_norm(const tr_nmt *m, const tr_norm *n)
{
    return (uint64_t)m->config.d_model * ((n->gain != NULL) + (n->bias != NULL));
}

static uint64_t of_attention(const tr_nmt *m, const tr_attention *a)
{
    return of_matrix(&a->qkv) + of_matrix(&a->q) + of_matrix(&a->kv) + of_matrix(&a->out) +
           of_norm(m, &a->norm);
}

static uint64_t of_scores(const tr_nmt *m, const tr_layer *l)
{
    return (l->self.score ? tr_config_score_size(&m->config, false) : 0) +
           (l->cross.score ? tr_config_score_size(&m->config, true) : 0);
}

static uint64_t of_layer(const tr_nmt *m, const tr_layer *l)
{
    return of_scores(m, l) + of_attention(m, &l->self) + of_attention(m, &l->cross) +
           of_matrix(&l->ssru) + of_norm(m, &l->ssru_norm) + of_matrix(&l->up) +
           of_matrix(&l->down) + of_norm(m, &l->ffn_norm);
}

/* Three matrices over the vocabularies, which may be one another. */
static uint64_t of_embeddings(const tr_nmt *m)
{
    uint64_t n = of_matrix(&m->weights.source_embedding);

    if (m->weights.target_embedding.weight != m->weights.source_embedding.weight)
        n += of_matrix(&m->weights.target_embedding);
    if (m->weights.output.weight == m->weights.source_embedding.weight ||
        m->weights.output.weight == m->weights.target_embedding.weight)
        return n + bias_of(&m->weights.output);
    return n + of_matrix(&m->weights.output);
}

uint64_t tr_nmt_count_parameters(const tr_nmt *m)
{
    uint64_t n = of_embeddings(m);

    n += of_norm(m, &m->weights.encoder_embedding_norm) +
         of_norm(m, &m->weights.decoder_embedding_norm);
    n += of_norm(m, &m->weights.encoder_norm) + of_norm(m, &m->weights.decoder_norm);
    for (uint32_t i = 0; i < m->config.n_encoder_layers; i++)
        n += of_layer(m, &m->weights.encoder[i]);
    for (uint32_t i = 0; i < m->config.n_decoder_layers; i++)
        n += of_layer(m, &m->weights.decoder[i]);
    if (m->weights.estimator.mix) n += m->config.n_encoder_layers + 1;
    for (size_t i = 0; i <= m->config.n_estimator_widths; i++)
        n += of_matrix(&m->weights.estimator.layer[i]);
    return n;
}
