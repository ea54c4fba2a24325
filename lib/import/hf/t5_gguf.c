/*
 * t5_gguf.c - T5, MADLAD-400 and their like in llama.cpp's GGUF files.
 *
 * They do not say which activation there is: it is ReLU, or with a gate GELU by tanh.  Nor do they
 * say how far distances go: 128, as all models that were published.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/gguf_read.h"
#include "import/hf/gguf_pieces.h"
#include "import/hf/hf.h"
#include "import/hf/t5_vocab.h"
#include "import/shared/t5_network.h"

enum { MAX_DIM = 65536, MAX_DEPTH = 1024, MAX_VOCAB = 1 << 21, MAX_BUCKETS = 1024, FARTHEST = 128 };

/* ---- Numbers ------------------------------------------------------------------------------- */

/* Elements at .. at + n - 1 of the values that are asked for, the first of which is `first`. */
static size_t put_blocks(const tr_gguf_tensor *t, size_t first, size_t at, size_t n,
                         const tr_element_layout *layout, float *out)
{
    float x[TR_Q8_0_BLOCK];
    size_t done = 0;

    while (done < n) {
        const size_t i = first + at + done, skip = i % TR_Q8_0_BLOCK;
        const size_t room = TR_Q8_0_BLOCK - skip, share = n - done < room ? n - done : room;
        const unsigned char *block =
            (const unsigned char *)t->data + i / TR_Q8_0_BLOCK * TR_Q8_0_SIZE;
        const tr_element_layout one = {1, 1, 1};
        float scale;
        if (tr_elements_put(block, TR_ELEMENT_F16, 0, 1, &one, &scale) != 1) return at + done;
        for (size_t k = 0; k < share; k++)
            x[k] = scale * (float)(int8_t)block[2 + skip + k];
        tr_elements_put((const unsigned char *)x, TR_ELEMENT_F32, at + done, share, layout, out);
        done += share;
    }
    return at + n;
}

static size_t put_elements(const tr_gguf_tensor *t, size_t first, size_t at, size_t n,
                           const tr_element_layout *layout, float *out)
{
    const int type = t->type == TR_TENSOR_F16    ? TR_ELEMENT_F16
                     : t->type == TR_TENSOR_BF16 ? TR_ELEMENT_BF16
                                                 : TR_ELEMENT_F32;
    const unsigned char *bytes = t->data;

    if (t->type == TR_TENSOR_Q8_0) return put_blocks(t, first, at, n, layout, out);
    return tr_elements_put(bytes + (first + at) * tr_element_size(type), type, at, n, layout, out);
}

static int read_floats(void *file, const tr_foreign_array *a, size_t first, size_t n,
                       const tr_element_layout *layout, float *out, tr_error *err)
{
    enum { CHUNK = 1 << 20 };
    const tr_gguf_tensor *const t = a->member;
    tr_gguf *const g = file;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < n;) {
        const size_t end = n - i < CHUNK ? n : i + CHUNK;
        const size_t done = put_elements(t, first, i, end - i, layout, out);
        if (done < end)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s: element %zu is not a finite number",
                           g->path, t->name, first + done);
        rc = tr_file_forget(&g->file, (end - i) * sizeof(float), g->path, err);
        i = end;
    }
    return rc;
}

static int list_arrays(tr_import *im, const tr_gguf *g, tr_error *err)
{
    const int rc = tr_foreign_create(im, g->path, g->n_tensors, err);
    if (rc < 0) return rc;
    tr_foreign *f = im->foreign;
    f->read = read_floats;
    for (; f->n < g->n_tensors; f->n++) {
        const tr_gguf_tensor *t = &g->tensors[f->n];
        tr_foreign_array *a = &f->arrays[f->n];
        *a = (tr_foreign_array){.name = t->name, .n_dims = t->n_dims, .n = 1, .member = t};
        memcpy(a->dims, t->dims, sizeof a->dims);
        for (unsigned i = 0; i < t->n_dims; i++)
            a->n *= (size_t)t->dims[i];
    }
    return tr_foreign_sort(f, err);
}

/* ---- Keys ---------------------------------------------------------------------------------- */

typedef struct reader {
    const tr_gguf *g;
    tr_error *err;
    int rc;
} reader;

/* A number from `low` to `high`; `otherwise` where the key is missing, unless that is negative. */
static uint32_t read_number(reader *r, const char *key, uint32_t low, uint32_t high,
                            int64_t otherwise)
{
    uint32_t n = low;

    if (r->rc < 0) return low;
    if (otherwise >= 0 && !tr_gguf_find(r->g, key)) return (uint32_t)otherwise;
    r->rc = tr_gguf_u32(r->g, key, &n, r->err);
    if (r->rc == 0 && (n < low || n > high))
        r->rc =
            tr_fail(r->err, TR_EFORMAT, "%s: key %s: %" PRIu32 " is not in %" PRIu32 "..%" PRIu32,
                    r->g->path, key, n, low, high);
    return r->rc < 0 ? low : n;
}

static void read_sizes(reader *r, tr_config *m, tr_t5_config *c)
{
    const tr_gguf_value *const tokens = tr_gguf_find(r->g, "tokenizer.ggml.tokens");

    m->d_model = read_number(r, "t5.embedding_length", 1, MAX_DIM, -1);
    m->heads = read_number(r, "t5.attention.head_count", 1, MAX_DIM, -1);
    m->d_key = read_number(r, "t5.attention.key_length", 1, TR_HEAD_MOST, -1);
    m->d_value = read_number(r, "t5.attention.value_length", m->d_key, m->d_key, m->d_key);
    m->encoder_ffn = m->decoder_ffn = read_number(r, "t5.feed_forward_length", 1, MAX_DIM, -1);
    m->n_encoder_layers = read_number(r, "t5.block_count", 1, MAX_DEPTH, -1);
    m->n_decoder_layers =
        read_number(r, "t5.decoder_block_count", 1, MAX_DEPTH, m->n_encoder_layers);
    c->buckets = read_number(r, "t5.attention.relative_buckets_count", 4, MAX_BUCKETS, -1);
    c->max_distance = FARTHEST;
    c->vocab = tokens && tokens->n >= 4 && tokens->n <= MAX_VOCAB ? (uint32_t)tokens->n : 0;
    if (r->rc == 0 && !c->vocab)
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: key tokenizer.ggml.tokens: is no vocabulary",
                        r->g->path);
    if (r->rc == 0 &&
        (c->buckets % 4 || c->buckets / 2 >= FARTHEST || (uint64_t)m->heads * m->d_key > MAX_DIM))
        r->rc = tr_fail(r->err, TR_EUNSUPPORTED,
                        "%s: %" PRIu32 " buckets, and %" PRIu32 " heads of %" PRIu32
                        ", are not supported",
                        r->g->path, c->buckets, m->heads, m->d_key);
    m->source_vocab = m->target_vocab = c->vocab;
}

static void read_ids(reader *r, tr_config *m, const tr_t5_config *c)
{
    const uint32_t last = c->vocab ? c->vocab - 1 : 0;
    static const char epsilon[] = "t5.attention.layer_norm_rms_epsilon";

    m->eos = (int32_t)read_number(r, "tokenizer.ggml.eos_token_id", 0, last, 1);
    m->start_id = (int32_t)read_number(r, "t5.decoder_start_token_id", 0, last, 0);
    m->epsilon = 1e-6f;
    if (r->rc == 0 && tr_gguf_find(r->g, epsilon))
        r->rc = tr_gguf_f32(r->g, epsilon, &m->epsilon, r->err);
    if (r->rc == 0 && !(m->epsilon > 0 && m->epsilon < 1))
        r->rc =
            tr_fail(r->err, TR_EFORMAT, "%s: key %s: is not between 0 and 1", r->g->path, epsilon);
}

/* Many files hold tied embeddings twice. */
static bool is_tied(const tr_gguf *g)
{
    const tr_gguf_tensor *const a = tr_gguf_find_tensor(g, "token_embd.weight");
    const tr_gguf_tensor *const b = tr_gguf_find_tensor(g, "output.weight");

    if (!a || !b) return true;
    return a->type == b->type && a->size == b->size && !memcmp(a->data, b->data, a->size);
}

static void read_network(reader *r, tr_config *m, tr_t5_config *c)
{
    read_sizes(r, m, c);
    read_ids(r, m, c);
    c->tied_output = is_tied(r->g);
    c->output_scale = c->tied_output ? 1 / sqrtf((float)m->d_model) : 1;
    m->gated_ffn = tr_gguf_find_tensor(r->g, "enc.blk.0.ffn_gate.weight") != NULL;
    m->activation = m->gated_ffn ? TR_GELU_TANH : TR_RELU;
}

/* ---- Names --------------------------------------------------------------------------------- */

static tr_tensor_naming name_layer(bool gated)
{
    return (tr_tensor_naming){
        .weight = "weight",
        .bias = "bias",
        .gain = "weight",
        .may_lack_bias = true,
        .layer = {{TR_ATTN_QKV, {"attn_q.*", "attn_k.*", "attn_v.*"}},
                  {TR_ATTN_OUT, {"attn_o.*"}},
                  {TR_ATTN_NORM, {"attn_norm.*"}},
                  {TR_CROSS_ATTN_Q, {"cross_attn_q.*"}},
                  {TR_CROSS_ATTN_KV, {"cross_attn_k.*", "cross_attn_v.*"}},
                  {TR_CROSS_ATTN_OUT, {"cross_attn_o.*"}},
                  {TR_CROSS_ATTN_NORM, {"cross_attn_norm.*"}},
                  {TR_FFN_UP, {gated ? "ffn_gate.*" : "ffn_up.*", gated ? "ffn_up.*" : NULL}},
                  {TR_FFN_DOWN, {"ffn_down.*"}},
                  {TR_FFN_NORM, {"ffn_norm.*"}}}};
}

static tr_t5_names name_all(bool gated)
{
    return (tr_t5_names){
        .encoder = name_layer(gated),
        .decoder = name_layer(gated),
        .encoder_layer = "enc.blk.%" PRIu32 ".",
        .decoder_layer = "dec.blk.%" PRIu32 ".",
        .encoder_bias = "attn_rel_b.weight",
        .decoder_bias = "attn_rel_b.weight",
        .encoder_norm = "enc.output_norm.weight",
        .decoder_norm = "dec.output_norm.weight",
        .embeddings = {"token_embd.weight"},
        .output = "output.weight",
        .unused = {"cross_attn_rel_b.weight"},
    };
}

/* ---- The model ----------------------------------------------------------------------------- */

static int check_architecture(const tr_gguf *g, tr_error *err)
{
    const char *name;
    size_t len;

    const int rc = tr_gguf_string(g, "general.architecture", &name, &len, err);
    if (rc < 0 || (len == 2 && !memcmp(name, "t5", 2))) return rc;
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: key general.architecture: '%.*s' is not supported, only t5", g->path,
                   (int)(len < 40 ? len : 40), name);
}

/* The architecture is the first key, behind the header of 24 bytes. */
static int recognises_gguf(const char *input, tr_bundle *inside, tr_error *err)
{
    static const char first[] = "\x14\0\0\0\0\0\0\0general.architecture"
                                "\x08\0\0\0"
                                "\x02\0\0\0\0\0\0\0t5";
    enum { HEADER = 24, N = sizeof first - 1 };
    tr_file file;

    (void)err;
    if (inside || tr_file_map(&file, input, NULL) < 0) return 0;
    const bool is = file.size >= HEADER + N && !memcmp(file.data, "GGUF", 4) &&
                    !memcmp(file.data + HEADER, first, N);
    tr_file_unmap(&file);
    return is;
}

static void close_gguf(void *file)
{
    tr_gguf_close(file);
    free(file);
}

static int open_file(tr_import *im, tr_gguf **g, tr_error *err)
{
    *g = calloc(1, sizeof **g);
    if (!*g) return tr_fail_memory(err);
    const int rc = tr_gguf_open_foreign(*g, im->options->input, err);
    if (rc < 0) {
        free(*g);
        return rc;
    }
    im->file = *g;
    im->close = close_gguf;
    return check_architecture(*g, err);
}

static int open_gguf(tr_import *im, tr_error *err)
{
    tr_t5_config c = {.score = -1};
    tr_gguf *g;
    reader r = {.err = err};

    r.rc = open_file(im, &g, err);
    if (r.rc < 0) return r.rc;
    r.g = g;
    read_network(&r, &im->config, &c);
    if (r.rc == 0) r.rc = list_arrays(im, g, err);
    if (r.rc == 0) r.rc = tr_gguf_read_pieces(im, g, err);
    if (r.rc == 0) r.rc = tr_t5_read_vocab(im, NULL, err);
    if (r.rc < 0) return r.rc;
    const tr_t5_names names = name_all(im->config.gated_ffn);
    return tr_t5_add_tensors(im, &c, &names, err);
}

const tr_importer tr_gguf_importer = {
    .name = "gguf", .recognises = recognises_gguf, .open = open_gguf};
