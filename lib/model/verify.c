#include "model/verify.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "formats/gguf_read.h"
/* Of a bound matrix; the tensor's data is where its weights are. */
static const char *tensor_name(const tr_nmt *m, const void *data)
{
    for (size_t i = 0; i < m->file.n_tensors; i++)
        if (m->file.tensors[i].data == data) return m->file.tensors[i].name;
    return "";
}

static int refuse_tensor(const tr_nmt *m, const tr_matrix *w, size_t row, size_t column,
                         const char *why, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: tensor %s: row %zu, column %zu: %s", m->file.path,
                   tensor_name(m, w->weight), row, column, why);
}

/* One row of sixteen that lie side by side: `p` is its first quad. */
static int verify_row_s8(const tr_nmt *m, const tr_matrix *w, size_t row, const int8_t *p,
                         tr_error *err)
{
    const size_t n = (w->n_in + TR_QUAD - 1) / TR_QUAD * TR_QUAD;
    int32_t sum = 0;

    for (size_t k = 0; k < n; k++) {
        const int8_t x = p[k / TR_QUAD * TR_BLOCK * TR_QUAD + k % TR_QUAD];
        if (x == INT8_MIN) return refuse_tensor(m, w, row, k, "the weight is -128", err);
        if (x != 0 && (row >= w->n_out || k >= w->n_in))
            return refuse_tensor(m, w, row, k, "the fill is not zero", err);
        sum += x;
    }
    if (row >= w->n_out || sum == w->sum[row]) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: tensor %s: row %zu sums to %" PRId32 ", %s says %" PRId32,
                   m->file.path, tensor_name(m, w->weight), row, sum, tensor_name(m, w->sum),
                   w->sum[row]);
}

static int verify_s8(const tr_nmt *m, const tr_matrix *w, tr_error *err)
{
    const size_t block = (w->n_in + TR_QUAD - 1) / TR_QUAD * TR_BLOCK * TR_QUAD;
    const size_t rows = (w->n_out + TR_BLOCK - 1) / TR_BLOCK * TR_BLOCK;
    const int8_t *p = w->weight;
    int rc = 0;

    for (size_t row = 0; rc == 0 && row < rows; row++)
        rc = verify_row_s8(m, w, row, p + row / TR_BLOCK * block + row % TR_BLOCK * TR_QUAD, err);
    return rc;
}

static int verify_f32(const tr_nmt *m, const tr_matrix *w, tr_error *err)
{
    const size_t n = (w->n_out + TR_BLOCK - 1) / TR_BLOCK * w->n_in * TR_BLOCK;
    const float *p = w->weight;

    for (size_t i = 0; i < n; i++) {
        const size_t row = i / TR_BLOCK / w->n_in * TR_BLOCK + i % TR_BLOCK;
        const size_t column = i / TR_BLOCK % w->n_in;
        if (!isfinite(p[i]))
            return refuse_tensor(m, w, row, column, "the weight is not finite", err);
        if (p[i] != 0 && row >= w->n_out)
            return refuse_tensor(m, w, row, column, "the fill is not zero", err);
    }
    return 0;
}

static int verify_matrix(const tr_nmt *m, const tr_matrix *w, tr_error *err)
{
    if (!w->weight) return 0;
    return m->config.int8 ? verify_s8(m, w, err) : verify_f32(m, w, err);
}

static int verify_layer(const tr_nmt *m, const tr_layer *l, tr_error *err)
{
    const tr_matrix *const all[] = {&l->self.qkv, &l->self.q,  &l->self.kv,  &l->self.out,
                                    &l->ssru,     &l->cross.q, &l->cross.kv, &l->cross.out,
                                    &l->up,       &l->down};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < sizeof all / sizeof *all; i++)
        rc = verify_matrix(m, all[i], err);
    return rc;
}

/* Tied tables are looked at once. */
static int verify_embeddings(const tr_nmt *m, tr_error *err)
{
    int rc = verify_matrix(m, &m->weights.source_embedding, err);
    if (rc == 0 && m->weights.target_embedding.weight != m->weights.source_embedding.weight)
        rc = verify_matrix(m, &m->weights.target_embedding, err);
    if (rc == 0 && m->weights.output.weight != m->weights.target_embedding.weight)
        rc = verify_matrix(m, &m->weights.output, err);
    return rc;
}

int tr_nmt_verify(const tr_nmt *m, tr_error *err)
{
    int rc = verify_embeddings(m, err);
    for (uint32_t i = 0; rc == 0 && i < m->config.n_encoder_layers; i++)
        rc = verify_layer(m, &m->weights.encoder[i], err);
    for (uint32_t i = 0; rc == 0 && i < m->config.n_decoder_layers; i++)
        rc = verify_layer(m, &m->weights.decoder[i], err);
    for (size_t i = 0; rc == 0 && i <= m->config.n_estimator_widths; i++)
        rc = verify_matrix(m, &m->weights.estimator.layer[i], err);
    return rc == 0 ? tr_gguf_verify(&m->file, err) : rc;
}
