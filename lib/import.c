#include "import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "kernels/quant.h"

void tr_import_close(tr_import *im)
{
    if (im->close) im->close(im->foreign);
    free(im->tensors);
    *im = (tr_import){0};
}

tr_import_tensor *tr_import_add(tr_import *im)
{
    void *p = im->tensors;

    if (tr_reserve(&p, &im->capacity, im->n_tensors + 1, sizeof *im->tensors) < 0) return NULL;
    im->tensors = p;
    tr_import_tensor *t = &im->tensors[im->n_tensors++];
    *t = (tr_import_tensor){.n_in = 1};
    return t;
}

/* Three target tokens for each of the source, and some for short sentences. */
void tr_import_lengths(tr_nmt *network, uint32_t max_source)
{
    const uint32_t rows = (3 * max_source + 10 + 63) / 64 * 64;

    network->max_source = max_source;
    network->n_positions = rows < 256 ? 256 : rows;
    network->max_target = network->n_positions;
}

/* ---- Metadata and the table of tensors ----------------------------------------------------- */

static void put_network(const tr_import *im, tr_gguf_writer *w)
{
    static const char *const activations[] = {[TR_RELU] = "relu",
                                              [TR_SWISH] = "swish",
                                              [TR_GELU_SIGMOID] = "gelu-sigmoid",
                                              [TR_GELU_ERF] = "gelu-erf"};
    const tr_nmt *m = &im->network;

    tr_gguf_put_u32(w, "general.file_type", m->int8 ? 7 : 0);
    tr_gguf_put_u32(w, "general.quantization_version", 2);
    tr_gguf_put_u32(w, "nmt.embedding_length", m->d_model);
    tr_gguf_put_u32(w, "nmt.attention.head_count", m->heads);
    tr_gguf_put_u32(w, "nmt.encoder.block_count", m->n_encoder_layers);
    tr_gguf_put_u32(w, "nmt.decoder.block_count", m->n_decoder_layers);
    tr_gguf_put_u32(w, "nmt.encoder.feed_forward_length", m->encoder_ffn);
    tr_gguf_put_u32(w, "nmt.decoder.feed_forward_length", m->decoder_ffn);
    tr_gguf_put_u32(w, "nmt.vocab_size.source", m->source_vocab);
    tr_gguf_put_u32(w, "nmt.vocab_size.target", m->target_vocab);
    tr_gguf_put_string(w, "nmt.norm.placement", m->pre_norm ? "pre" : "post");
    tr_gguf_put_f32(w, "nmt.norm.epsilon", m->epsilon);
    if (m->norm_query_only) tr_gguf_put_bool(w, "nmt.norm.query_only", true);
    tr_gguf_put_string(w, "nmt.activation", activations[m->activation]);
    tr_gguf_put_string(w, "nmt.decoder.kind", "self-attention");
    tr_gguf_put_string(w, "nmt.decoder.start", "zero");
    tr_gguf_put_f32(w, "nmt.embedding_scale", m->embedding_scale);
    tr_gguf_put_string(w, "nmt.position.kind", m->learned_positions ? "learned" : "sinusoidal");
    tr_gguf_put_string(w, "nmt.ties", im->ties);
    tr_gguf_put_string(w, "nmt.weight_type", m->int8 ? "int8" : "float32");
    tr_gguf_put_u32(w, "nmt.max_source_length", m->max_source);
    tr_gguf_put_u32(w, "nmt.max_target_length", m->max_target);
    tr_gguf_put_u32(w, "nmt.eos_id", m->eos);
    tr_gguf_put_u32(w, "nmt.unk_id", m->unk);
}

static void declare(tr_gguf_writer *w, const char *name, const char *suffix, int type,
                    unsigned n_dims, const uint64_t *dims)
{
    char full[TR_GGUF_MAX_NAME + 8];

    snprintf(full, sizeof full, "%s%s", name, suffix);
    tr_gguf_declare(w, full, type, n_dims, dims);
}

static void declare_matrix(const tr_import_tensor *t, bool int8, tr_gguf_writer *w)
{
    const uint64_t blocks = (t->n_out + TR_BLOCK - 1) / TR_BLOCK;
    const uint64_t quads = (t->n_in + TR_QUAD - 1) / TR_QUAD, n_out = t->n_out;

    if (!int8) {
        declare(w, t->name, ".weight", TR_TENSOR_F32, 3, (uint64_t[]){blocks, t->n_in, TR_BLOCK});
        return;
    }
    declare(w, t->name, ".weight", TR_TENSOR_I8, 4, (uint64_t[]){blocks, quads, TR_BLOCK, TR_QUAD});
    declare(w, t->name, ".scale", TR_TENSOR_F32, 1, &n_out);
    declare(w, t->name, ".sum", TR_TENSOR_I32, 1, &n_out);
}

void tr_import_declare(const tr_import *im, tr_gguf_writer *w)
{
    put_network(im, w);
    for (size_t i = 0; i < im->n_tensors; i++) {
        const tr_import_tensor *t = &im->tensors[i];
        const uint64_t dims[] = {t->n_out, t->n_in};
        if (t->kind == TR_IMPORT_MATRIX)
            declare_matrix(t, im->network.int8, w);
        else if (t->kind == TR_IMPORT_BYTES)
            tr_gguf_declare(w, t->name, TR_TENSOR_I8, 1, dims);
        else
            tr_gguf_declare(w, t->name, TR_TENSOR_F32, t->kind == TR_IMPORT_VECTOR ? 1 : 2, dims);
    }
}

/* ---- Data -------------------------------------------------------------------------------- */

/* Marian's: sines in the first half of the columns, cosines in the second, and wavelengths from
 * 2 pi to 10000 * 2 pi, both included.  Rounded once. */
static void compute_sinusoids(const tr_import_tensor *t, float *out)
{
    const size_t half = t->n_in / 2;

    for (size_t i = 0; i < half; i++) {
        const double rate = exp(-(double)i * log(10000.0) / (double)(half - 1));
        for (size_t position = 0; position < t->n_out; position++) {
            float *row = out + position * t->n_in;
            row[i] = (float)sin((double)position * rate);
            row[half + i] = (float)cos((double)position * rate);
        }
    }
}

static int read_parts(const tr_import *im, const tr_import_tensor *t, float *out, tr_error *err)
{
    const size_t row_len = t->by_input ? t->n_out / t->n_parts : t->n_in;
    const size_t row_stride = t->by_input ? t->n_out : t->n_in;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < t->n_parts; i++)
        rc = im->read(im->foreign, t->part[i], row_len, row_stride, out + i * row_len, err);
    return rc;
}

static int write_f32(const tr_import_tensor *t, const float *x, size_t row, size_t column,
                     tr_gguf_writer *w, tr_error *err)
{
    const size_t size = tr_packed_f32_size(t->n_out, t->n_in);

    float *packed = size < SIZE_MAX ? malloc(size) : NULL;
    if (!packed) return tr_fail_memory(err);
    tr_pack_f32(x, t->n_out, t->n_in, row, column, packed);
    const int rc = tr_gguf_write(w, packed, size, err);
    free(packed);
    return rc;
}

static int write_s8(const tr_import_tensor *t, const float *x, size_t row, size_t column,
                    tr_gguf_writer *w, tr_error *err)
{
    const size_t size = tr_packed_s8_size(t->n_out, t->n_in);
    int rc = 0;

    int8_t *packed = size < SIZE_MAX ? malloc(size) : NULL;
    float *scale = calloc(t->n_out, sizeof *scale);
    int32_t *sum = calloc(t->n_out, sizeof *sum);
    if (packed && scale && sum)
        tr_pack_s8(x, t->n_out, t->n_in, row, column, packed, scale, sum);
    else
        rc = tr_fail_memory(err);
    if (rc == 0) rc = tr_gguf_write(w, packed, size, err);
    if (rc == 0) rc = tr_gguf_write(w, scale, t->n_out * sizeof *scale, err);
    if (rc == 0) rc = tr_gguf_write(w, sum, t->n_out * sizeof *sum, err);
    free(packed);
    free(scale);
    free(sum);
    return rc;
}

static int write_tensor(const tr_import *im, const tr_import_tensor *t, tr_gguf_writer *w,
                        tr_error *err)
{
    if (t->kind == TR_IMPORT_BYTES) return tr_gguf_write(w, t->part[0], t->n_out, err);

    const size_t size = tr_size_mul(tr_size_mul(t->n_out, t->n_in), sizeof(float));
    const size_t row = t->by_input ? 1 : t->n_in, column = t->by_input ? t->n_out : 1;
    float *x = size < SIZE_MAX ? malloc(size) : NULL;
    if (!x) return tr_fail_memory(err);

    int rc = 0;
    if (t->kind == TR_IMPORT_SINUSOIDS)
        compute_sinusoids(t, x);
    else
        rc = read_parts(im, t, x, err);
    if (rc == 0 && t->kind != TR_IMPORT_MATRIX)
        rc = tr_gguf_write(w, x, size, err);
    else if (rc == 0)
        rc = (im->network.int8 ? write_s8 : write_f32)(t, x, row, column, w, err);
    free(x);
    return rc;
}

int tr_import_write(const tr_import *im, tr_gguf_writer *w, tr_error *err)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < im->n_tensors; i++)
        rc = write_tensor(im, &im->tensors[i], w, err);
    return rc;
}
