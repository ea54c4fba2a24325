/*
 * comet_network.c - XLM-RoBERTa as transformers name its tensors, and what COMET puts on it.
 *
 * The weights of the layers are computed here, and so is the one row of token types, which is part
 * of every position.
 */
#include "import/comet/comet_network.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "import/shared/foreign.h"

#define ENCODER "encoder.model."

enum { FIRST_POSITION = 2, MAX_POSITIONS = 65536, MAX_SIZE = 65536 };

static const char positions_name[] = ENCODER "embeddings.position_embeddings.weight";
static const char words_name[] = ENCODER "embeddings.word_embeddings.weight";

static const tr_tensor_naming naming = {
    .weight = "weight",
    .bias = "bias",
    .gain = "weight",
    .shift = "bias",
    .layer = {{TR_ATTN_QKV,
               {"attention.self.query.*", "attention.self.key.*", "attention.self.value.*"}},
              {TR_ATTN_OUT, {"attention.output.dense.*"}},
              {TR_ATTN_NORM, {"attention.output.LayerNorm.*"}},
              {TR_FFN_UP, {"intermediate.dense.*"}},
              {TR_FFN_DOWN, {"output.dense.*"}},
              {TR_FFN_NORM, {"output.LayerNorm.*"}}},
};

/* Of the training, and of other tasks. */
static const char *const passed_over[] = {ENCODER "embeddings.position_ids", ENCODER "pooler.",
                                          "layerwise_attention.dropout_", "hidden2tag.",
                                          "wordloss."};

/* ---- Sizes --------------------------------------------------------------------------------- */

static tr_import_name layer_name(uint32_t i, const char *rest)
{
    return tr_import_named(ENCODER "encoder.layer.%" PRIu32 ".%s", i, rest);
}

/* Rows and columns of an array; TR_EFORMAT for none, or sizes that no such network has. */
static int shape_of(const tr_import *im, const char *name, uint32_t *rows, uint32_t *columns,
                    tr_error *err)
{
    const uint64_t most_rows = INT32_MAX;
    const tr_foreign_array *a = tr_foreign_find(im->foreign, name);

    if (!a) return tr_fail(err, TR_EFORMAT, "%s: tensor %s is missing", im->foreign->path, name);
    if (a->n_dims != 2 || a->dims[0] > most_rows || a->dims[1] > MAX_SIZE)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: is not the table that it should be",
                       im->foreign->path, name);
    *rows = (uint32_t)a->dims[0];
    *columns = (uint32_t)a->dims[1];
    return 0;
}

static int read_sizes(tr_import *im, tr_error *err)
{
    tr_config *const c = &im->config;
    uint32_t rows = 0, columns;

    int rc = shape_of(im, words_name, &c->source_vocab, &c->d_model, err);
    if (rc == 0) rc = shape_of(im, positions_name, &rows, &columns, err);
    if (rc == 0)
        rc = shape_of(im, layer_name(0, "intermediate.dense.weight").text, &c->encoder_ffn,
                      &columns, err);
    if (rc < 0) return rc;
    if (rows < FIRST_POSITION + 8 || rows > MAX_POSITIONS)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: has %" PRIu32 " rows", im->foreign->path,
                       positions_name, rows);
    if (c->encoder_ffn > MAX_SIZE)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: its feed-forward networks are too wide",
                       im->foreign->path);
    c->target_vocab = c->source_vocab;
    c->decoder_ffn = c->encoder_ffn;
    c->n_positions = c->max_target = rows - FIRST_POSITION;
    c->max_source = c->n_positions - 2;
    while (
        c->n_encoder_layers < 1024 &&
        tr_foreign_find(im->foreign, layer_name(c->n_encoder_layers, "output.dense.weight").text))
        c->n_encoder_layers++;
    return 0;
}

int tr_comet_list_arrays(tr_import *im, const tr_arrays *file, tr_error *err)
{
    int rc = tr_foreign_of_arrays(im, file, file->n_tensors, err);

    for (size_t i = 0; rc == 0 && i < file->n_tensors; i++)
        rc = tr_foreign_add_array(im, file->tensors[i].name, &file->tensors[i], err);
    if (rc == 0) rc = tr_foreign_sort(im->foreign, err);
    return rc ? rc : read_sizes(im, err);
}

/* ---- Computed tensors ---------------------------------------------------------------------- */

static void copy_data(const tr_import_tensor *t, float *out)
{
    memcpy(out, t->data, t->n_out * t->n_in * sizeof *out);
}

static void add_computed(tr_tensor_builder *b, int kind, const char *ours, size_t n_out,
                         size_t n_in, const float *x)
{
    tr_import_tensor *t = x ? tr_tensor_builder_add(b, kind, ours, n_out, n_in) : NULL;

    if (!t) return;
    t->data = x;
    t->compute = copy_data;
}

static float *take_floats(tr_tensor_builder *b, size_t n)
{
    float *const x = b->rc < 0 ? NULL : TR_REGION_TAKE(&b->im->memory, float, n);

    if (!x && b->rc == 0) b->rc = tr_fail_memory(b->err);
    return x;
}

/* Fills x [rows, columns] with an array, from element `first` on. */
static void read_floats(tr_tensor_builder *b, const char *name, size_t all_rows, size_t first_row,
                        size_t rows, size_t columns, float *x)
{
    const tr_foreign_array *a = tr_tensor_builder_require(b, name);
    const tr_element_layout layout = {columns, columns, 1};

    if (!tr_tensor_builder_fits(b, a, all_rows, columns)) return;
    b->rc = b->im->foreign->read(b->im->file, a, first_row * columns, rows * columns, &layout, x,
                                 b->err);
}

static void add_positions(tr_tensor_builder *b)
{
    const size_t d = b->im->config.d_model, n = b->im->config.n_positions;
    float *const x = take_floats(b, n * d), *const type = take_floats(b, d);

    if (!x || !type) return;
    read_floats(b, positions_name, n + FIRST_POSITION, FIRST_POSITION, n, d, x);
    read_floats(b, ENCODER "embeddings.token_type_embeddings.weight", 1, 0, 1, d, type);
    for (size_t i = 0; b->rc == 0 && i < n * d; i++)
        x[i] += type[i % d];
    add_computed(b, TR_IMPORT_TABLE, "position.weight", n, d, b->rc == 0 ? x : NULL);
}

/* ---- The mix of the layers ----------------------------------------------------------------- */

static void softmax(float *x, size_t n)
{
    double most = (double)x[0], sum = 0;

    for (size_t i = 1; i < n; i++)
        most = fmax(most, (double)x[i]);
    for (size_t i = 0; i < n; i++)
        sum += exp((double)x[i] - most);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(exp((double)x[i] - most) / sum);
}

/* The point of the simplex that is nearest to x (Martins and Astudillo 2016): max(x - t, 0), where
 * t makes the sum 1.  With s the sum of the k largest, t is (s - 1) / k for the largest k whose
 * k-th largest number exceeds (s - 1) / k. */
static void sparsemax(float *x, size_t n)
{
    double threshold = -INFINITY;

    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        size_t k = 0;
        for (size_t j = 0; j < n; j++)
            if (x[j] >= x[i]) {
                sum += (double)x[j];
                k++;
            }
        const double t = (sum - 1) / (double)k;
        if ((double)x[i] > t) threshold = fmax(threshold, t);
    }
    for (size_t i = 0; i < n; i++)
        x[i] = (float)fmax((double)x[i] - threshold, 0);
}

static void mix_all(tr_tensor_builder *b, const tr_comet_hparams *h, float *x, size_t n)
{
    float gamma = 1;

    for (size_t i = 0; i < n; i++)
        read_floats(b, tr_import_named("layerwise_attention.scalar_parameters.%zu", i).text, 1, 0,
                    1, 1, &x[i]);
    read_floats(b, "layerwise_attention.gamma", 1, 0, 1, 1, &gamma);
    if (b->rc < 0) return;
    (h->is_sparse ? sparsemax : softmax)(x, n);
    for (size_t i = 0; i < n; i++)
        x[i] *= gamma;
}

static void add_mix(tr_tensor_builder *b, const tr_comet_hparams *h)
{
    const size_t n = (size_t)b->im->config.n_encoder_layers + 1;
    float *const x = take_floats(b, n);

    if (!x) return;
    for (size_t i = 0; i < n; i++)
        x[i] = (size_t)h->layer == i;
    if (h->layer >= 0 && (size_t)h->layer >= n)
        b->rc = tr_fail(b->err, TR_EFORMAT,
                        "%s: hparams.yaml asks for layer %" PRId32 ", but there are %zu",
                        b->im->options->input, h->layer, n);
    if (h->layer < 0) mix_all(b, h, x, n);
    add_computed(b, TR_IMPORT_VECTOR, "metric.mix", n, 1, b->rc == 0 ? x : NULL);
}

/* ---- The network --------------------------------------------------------------------------- */

/* Every layer is followed by its activation and its dropout. */
static void add_estimator(tr_tensor_builder *b, const tr_comet_hparams *h)
{
    enum { STEP = 3 };
    const tr_config *const c = &b->im->config;
    size_t n_in = tr_config_features(c);

    for (uint32_t i = 0; i < h->n_layers; i++) {
        const size_t n_out = i + 1 < h->n_layers ? (size_t)c->estimator_widths[i] : 1;
        const tr_import_name ours = tr_import_named("metric.estimator.%" PRIu32, i),
                             theirs = tr_import_named("estimator.ff.%" PRIu32, STEP * i);
        tr_tensor_builder_add_whole(b, TR_IMPORT_MATRIX, ours.text,
                                    tr_import_named("%s.weight", theirs.text).text, n_out, n_in);
        tr_tensor_builder_add_whole(b, TR_IMPORT_VECTOR, tr_import_named("%s.bias", ours.text).text,
                                    tr_import_named("%s.bias", theirs.text).text, n_out, 1);
        n_in = n_out;
    }
}

static void pass_over(const tr_tensor_builder *b)
{
    const tr_foreign *const f = b->im->foreign;

    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < sizeof passed_over / sizeof *passed_over; k++)
            if (!strncmp(f->arrays[i].name, passed_over[k], strlen(passed_over[k])))
                f->arrays[i].used = true;
}

int tr_comet_add_tensors(tr_import *im, const tr_comet_hparams *h, tr_error *err)
{
    tr_tensor_builder b = {.im = im, .naming = &naming, .err = err};
    const tr_config *const c = &im->config;

    tr_tensor_builder_add_whole(&b, TR_IMPORT_MATRIX, "token_embd", words_name, c->source_vocab,
                                c->d_model);
    add_positions(&b);
    tr_tensor_builder_add_norm(&b, "enc.embd_norm", ENCODER "embeddings.LayerNorm.*");
    for (uint32_t i = 0; i < c->n_encoder_layers; i++)
        tr_tensor_builder_add_layer(&b, false, tr_import_named("enc.blk.%" PRIu32, i).text,
                                    layer_name(i, "").text);
    add_mix(&b, h);
    add_estimator(&b, h);
    pass_over(&b);
    tr_tensor_builder_refuse_unused(&b, TR_EUNSUPPORTED, "a COMET on XLM-RoBERTa");
    return b.rc;
}
