#include "train/model_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/gguf_write.h"
#include "train/matrix_file.h"
#include "train/network/adapters.h"
#include "train/network/transformer.h"

/* ---- Writing ---- */

typedef struct model_writer {
    tr_gguf_writer *file;
    const tr_parameters *p;
    const float *w;
    const float *positions;
    const tr_model_about *about;
    bool int8;
    bool attends_otherwise; /* what programs that do not know it have to refuse */
    tr_error *err;
} model_writer;

static void describe_shape(tr_config *c, const tr_shape *s)
{
    c->d_model = (uint32_t)s->d_model;
    c->heads = (uint32_t)s->heads;
    c->d_key = (uint32_t)s->d_key;
    c->d_value = (uint32_t)s->d_value;
    c->self_score = s->self_score > TR_LOCATION ? TR_SCALED_DOT : s->self_score;
    c->cross_score = s->cross_score > TR_LOCATION ? TR_SCALED_DOT : s->cross_score;
    c->n_places = (uint32_t)s->n_places;
    c->n_encoder_layers = (uint32_t)s->n_encoder_layers;
    c->n_decoder_layers = (uint32_t)s->n_decoder_layers;
    c->encoder_ffn = (uint32_t)s->encoder_ffn;
    c->decoder_ffn = (uint32_t)s->decoder_ffn;
    c->source_vocab = (uint32_t)s->source_vocab;
    c->target_vocab = (uint32_t)s->target_vocab;
    c->pre_norm = s->pre_norm;
    c->epsilon = s->epsilon;
    c->norm_query_only = s->norm_query_only;
    c->activation = s->activation;
    c->ssru = s->ssru;
    c->embedding_scale = s->learned_positions ? 1 : sqrtf((float)s->d_model);
    c->positions = s->learned_positions ? TR_POSITIONS_LEARNED : TR_POSITIONS_SINES;
    c->ties = s->ties;
    c->alignment_layer = (int32_t)s->n_decoder_layers - 1;
    c->alignment_heads = (uint32_t)s->heads;
}

/* The decoder starts with a row of zeros, which is the default. */
static void put_keys(model_writer *out)
{
    const tr_model_about *a = out->about;
    tr_config c;

    tr_config_init(&c);
    describe_shape(&c, &out->p->shape);
    c.name = a->name;
    c.license = a->license;
    c.origin = a->origin;
    c.source_language = a->source_language;
    c.target_language = a->target_language;
    c.beam_size = a->beam_size;
    c.penalty = a->penalty;
    c.length_penalty = a->length_penalty;
    c.max_length_factor = a->max_length_factor;
    if (a->normalization) c.normalization = a->normalization;
    c.suppressed = (int32_t *)a->suppressed; /* is only read */
    c.n_suppressed = a->n_suppressed;
    c.max_source = a->max_source;
    c.max_target = a->max_target;
    c.eos = 0;
    c.unk = 1;
    c.tokenizer = TR_TOKENIZER_SPM;
    c.int8 = out->int8;
    out->attends_otherwise = tr_config_attends_otherwise(&c);
    tr_config_write(&c, out->file);
    if (a->put_more) a->put_more(a->ctx, out->file);
}

/* True for tensors that are packed for the kernels; learned positions are a plain table. */
static bool is_matrix(const tr_parameter_tensor *t)
{
    return t->kind == TR_WEIGHTS || t->kind == TR_EMBEDDING;
}

static void declare_parameter(const model_writer *out, const tr_parameter_tensor *t)
{
    const uint64_t plain[] = {t->n_out, t->n_in};

    if (is_matrix(t))
        tr_matrix_declare(out->file, t->name, t->n_out, t->n_in, out->int8);
    else
        tr_gguf_declare(out->file, t->name, TR_TENSOR_F32, t->n_in > 1 ? 2 : 1, plain);
}

static void declare_all(const model_writer *out)
{
    const tr_shape *s = &out->p->shape;
    const uint64_t positions[] = {s->n_positions, s->d_model}, size = out->about->spm_size;

    for (size_t i = 0; i < out->p->n_tensors; i++)
        if (out->p->tensors[i].kind != TR_SCORE_MAP) declare_parameter(out, &out->p->tensors[i]);
    if (out->positions) tr_gguf_declare(out->file, "position.weight", TR_TENSOR_F32, 2, positions);
    if (out->attends_otherwise)
        tr_gguf_declare(out->file, "attention.widths", TR_TENSOR_I32, 2, (uint64_t[]){2, 3});
    tr_gguf_declare(out->file, "tokenizer.spm.source", TR_TENSOR_I8, 1, &size);
}

/* The floats of a tensor: where they are, or in room that the caller frees; NULL without memory. */
static const float *values_of(const model_writer *out, const tr_parameter_tensor *t, float **room)
{
    const tr_parameters *const p = out->p;

    *room = NULL;
    if (t->at != TR_NOT_KEPT) return (p->adapters ? p->w : out->w) + t->at;
    *room = malloc(t->n_out * t->n_in * sizeof **room);
    if (!*room) return NULL;
    p->source.read(p->source.ctx, t, 0, t->n_out, *room);
    if (p->adapters)
        tr_adapters_add(p->adapters, (size_t)(t - p->tensors), out->w, 0, t->n_out, *room);
    return *room;
}

static int write_values(const model_writer *out, const tr_parameter_tensor *t, const float *w)
{
    if (is_matrix(t)) return tr_matrix_write(out->file, w, t->n_out, t->n_in, out->int8, out->err);
    return tr_gguf_write(out->file, w, t->n_out * t->n_in * sizeof *w, out->err);
}

static int write_tensor(const model_writer *out, const tr_parameter_tensor *t)
{
    float *room;
    const float *const w = values_of(out, t, &room);
    const int rc = w ? write_values(out, t, w) : tr_fail_memory(out->err);
    free(room);
    return rc;
}

/* Of a head: query, key and value of self-attention, then of cross-attention. */
static int write_widths(const model_writer *out)
{
    int32_t x[2][3];
    for (int cross = 0; cross < 2; cross++) {
        const tr_head_widths w = tr_shape_head(&out->p->shape, cross);
        x[cross][0] = (int32_t)w.query;
        x[cross][1] = (int32_t)w.key;
        x[cross][2] = (int32_t)w.value;
    }
    return tr_gguf_write(out->file, x, sizeof x, out->err);
}

static int write_data(const model_writer *out)
{
    const tr_shape *s = &out->p->shape;
    int rc = tr_gguf_begin_data(out->file, out->err);
    for (size_t i = 0; rc == 0 && i < out->p->n_tensors; i++)
        if (out->p->tensors[i].kind != TR_SCORE_MAP) rc = write_tensor(out, &out->p->tensors[i]);
    if (rc == 0 && out->positions)
        rc = tr_gguf_write(out->file, out->positions,
                           s->n_positions * s->d_model * sizeof *out->positions, out->err);
    if (rc == 0 && out->attends_otherwise) rc = write_widths(out);
    if (rc == 0) rc = tr_gguf_write(out->file, out->about->spm, out->about->spm_size, out->err);
    return rc;
}

/* A query's row, of d heads of a matrix or a bias with n columns, becomes the row of a score
 * without sqrt(d), and of a general one times W: column by column, q_j = sqrt(d) sum over i of q_i
 * W_ij. */
static void fold_head(const float *map, size_t d, size_t n, float *q, double *sums)
{
    for (size_t c = 0; c < n; c++) {
        for (size_t j = 0; j < d; j++) {
            sums[j] = map ? 0 : (double)q[j * n + c];
            for (size_t i = 0; map && i < d; i++)
                sums[j] += (double)q[i * n + c] * (double)map[i * d + j];
        }
        for (size_t j = 0; j < d; j++)
            q[j * n + c] = (float)(sums[j] * sqrt((double)d));
    }
}

static void fold_block(const tr_parameters *p, const tr_attention_block *block, bool cross,
                       float *w, double *sums)
{
    const int score = tr_shape_score(&p->shape, cross);
    const tr_dense *queries = block->qkv.n_out ? &block->qkv : &block->q;
    const size_t d = tr_shape_head(&p->shape, cross).key, n = queries->n_in;

    if (!queries->n_out || (score != TR_DOT && score != TR_GENERAL)) return;
    for (size_t h = 0; h < p->shape.heads; h++) {
        const float *map = score == TR_GENERAL ? w + block->score + h * d * d : NULL;
        fold_head(map, d, n, w + queries->weight + h * d * n, sums);
        fold_head(map, d, 1, w + queries->bias + h * d, sums);
    }
}

/* A copy of the weights w in which scores that are products in another way have become scaled dot
 * products; NULL without memory. */
static float *fold_scores(const tr_parameters *p, const float *w)
{
    float *folded = malloc(p->n_floats * sizeof *folded);
    double *sums =
        malloc((tr_shape_head(&p->shape, false).key + 1 + tr_shape_head(&p->shape, true).key) *
               sizeof *sums);

    if (folded && sums) {
        memcpy(folded, w, p->n_floats * sizeof *w);
        for (size_t i = 0; i < p->shape.n_encoder_layers; i++)
            fold_block(p, &p->encoder[i].self, false, folded, sums);
        for (size_t i = 0; i < p->shape.n_decoder_layers; i++) {
            fold_block(p, &p->decoder[i].self, false, folded, sums);
            fold_block(p, &p->decoder[i].cross, true, folded, sums);
        }
    } else {
        free(folded);
        folded = NULL;
    }
    free(sums);
    return folded;
}

int tr_model_file_write(const char *path, const tr_parameters *p, const float *w,
                        const float *positions, const tr_model_about *about, bool int8,
                        tr_error *err)
{
    const bool folds = p->shape.self_score > TR_LOCATION || p->shape.cross_score > TR_LOCATION;
    float *folded = folds ? fold_scores(p, w) : NULL;
    model_writer out = {.p = p,
                        .w = folds ? folded : w,
                        .positions = positions,
                        .about = about,
                        .int8 = int8,
                        .err = err};
    int rc = out.w ? tr_gguf_create(&out.file, path, err) : tr_fail_memory(err);
    if (rc == 0) {
        put_keys(&out);
        declare_all(&out);
        rc = write_data(&out);
        if (rc == 0)
            rc = tr_gguf_finish(out.file, err);
        else
            tr_gguf_abandon(out.file);
    }
    free(folded);
    return rc;
}

/* ---- Reading ---- */

static int refuse_model(const tr_nmt *m, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED, "%s: cannot be trained further: %s", m->file.path, why);
}

static bool is_learned(const tr_config *c)
{
    return c->positions == TR_POSITIONS_LEARNED;
}

/* Fixed positions of both sides are one table's. */
static bool fixed_positions_agree(const tr_nmt *m)
{
    const tr_weights *w = &m->weights;
    const size_t n = (size_t)m->config.n_positions * m->config.d_model;
    return w->source_positions == w->target_positions ||
           !memcmp(w->source_positions, w->target_positions, n * sizeof *w->source_positions);
}

static int check_trainable(const tr_nmt *m, tr_error *err)
{
    const tr_config *c = &m->config;
    const tr_weights *w = &m->weights;

    if (c->metric != TR_METRIC_NONE) return refuse_model(m, "it is a metric", err);
    if (c->rms_norm || c->gated_ffn || c->unscaled_attention ||
        c->positions == TR_POSITIONS_RELATIVE)
        return refuse_model(m, "networks of its kind (T5) are only translated with", err);
    if (c->activation == TR_GELU_TANH)
        return refuse_model(m, "its activation, gelu-tanh, is only translated with", err);
    if (!w->encoder_embedding_norm.gain != !w->decoder_embedding_norm.gain)
        return refuse_model(m, "it normalises the embeddings of one side alone", err);
    if (!is_learned(c) && !fixed_positions_agree(m))
        return refuse_model(m, "its sides have different tables of fixed positions", err);
    if (!tr_nmt_has_tokenizer(m)) return refuse_model(m, "it has no tokenizer", err);
    if (c->pre_norm != (w->encoder_norm.gain != NULL) ||
        c->pre_norm != (w->decoder_norm.gain != NULL))
        return refuse_model(m, "it normalises what its layers give otherwise", err);
    return 0;
}

static float usual_scale(const tr_config *c)
{
    return is_learned(c) ? 1 : sqrtf((float)c->d_model);
}

/* True if fixed positions are Marian's, but for how they were rounded. */
static bool has_usual_positions(const tr_nmt *m)
{
    const size_t n = m->config.n_positions, d = m->config.d_model;
    float *const usual = d % 2 ? NULL : malloc(n * d * sizeof *usual);
    bool same = usual != NULL;

    if (usual) tr_transformer_sinusoids(n, d, usual);
    for (size_t i = 0; same && i < n * d; i++)
        same = fabsf(usual[i] - m->weights.source_positions[i]) < 1e-4f;
    free(usual);
    return same;
}

static bool has_two_positions(const tr_nmt *m)
{
    return is_learned(&m->config) && m->weights.source_positions != m->weights.target_positions;
}

static int ties_of(const tr_weights *w)
{
    if (w->source_embedding.weight == w->output.weight) return TR_TIES_ALL;
    if (w->target_embedding.weight == w->output.weight) return TR_TIES_TARGET;
    return w->source_embedding.weight == w->target_embedding.weight ? TR_TIES_INPUTS : TR_TIES_NONE;
}

bool tr_model_file_rewrites(const tr_nmt *m)
{
    const tr_config *c = &m->config;
    const tr_weights *w = &m->weights;
    const bool tokens = c->start_id >= 0 || c->forced_first >= 0 || c->source_bos_id >= 0 ||
                        !c->source_eos || c->n_languages > 0 || c->eos != 0;
    const bool pieces = !w->source_spm || w->source_spm != w->target_spm || m->source_pieces ||
                        c->source_vocab > TR_NARROW_IDS || c->target_vocab > TR_NARROW_IDS;
    const bool scaled = c->embedding_scale < usual_scale(c) || c->embedding_scale > usual_scale(c);
    return tokens || pieces || scaled || w->encoder_embedding_norm.gain || has_two_positions(m) ||
           ties_of(w) == TR_TIES_INPUTS || (!is_learned(c) && !has_usual_positions(m));
}

int tr_model_file_shape(const tr_nmt *m, tr_shape *shape, tr_error *err)
{
    const tr_config *c = &m->config;
    const tr_weights *w = &m->weights;
    const float usual = usual_scale(c);
    const int rc = check_trainable(m, err);

    if (rc < 0) return rc;
    *shape = (tr_shape){.d_model = c->d_model,
                        .heads = c->heads,
                        .d_key = c->d_key,
                        .d_value = c->d_value,
                        .self_score = c->self_score,
                        .cross_score = c->cross_score,
                        .n_places = c->n_places,
                        .encoder_ffn = c->encoder_ffn,
                        .decoder_ffn = c->decoder_ffn,
                        .n_encoder_layers = c->n_encoder_layers,
                        .n_decoder_layers = c->n_decoder_layers,
                        .source_vocab = c->source_vocab,
                        .target_vocab = c->target_vocab,
                        .n_positions = c->n_positions,
                        .activation = c->activation,
                        .pre_norm = c->pre_norm,
                        .norm_query_only = c->norm_query_only,
                        .ssru = c->ssru,
                        .learned_positions = c->positions == TR_POSITIONS_LEARNED,
                        .output_bias = w->output.bias != NULL,
                        .epsilon = c->epsilon,
                        .ties = ties_of(w),
                        .start = (size_t)(c->start_id + 1),
                        .two_positions = has_two_positions(m),
                        .embedding_norm = w->encoder_embedding_norm.gain != NULL};
    if (c->embedding_scale < usual || c->embedding_scale > usual)
        shape->embedding_scale = c->embedding_scale;
    return 0;
}

/* Rows of outputs of a tensor of the file; a bias may be left out of it. */
static void read_rows(const tr_nmt *m, const tr_parameter_tensor *t, size_t first, size_t n,
                      float *to)
{
    const tr_gguf_tensor *from = tr_gguf_find_tensor(&m->file, t->name);
    if (from) tr_matrix_read(&m->file, from, t->n_in, first, n, to);
}

static void read_weights(const void *ctx, const tr_parameter_tensor *t, size_t first, size_t n,
                         float *to)
{
    read_rows(ctx, t, first, n, to);
}

tr_weight_source tr_model_file_source(const tr_nmt *m)
{
    return (tr_weight_source){read_weights, m};
}

void tr_model_file_read(const tr_nmt *m, tr_parameters *p)
{
    for (size_t i = 0; i < p->n_tensors; i++) {
        const tr_parameter_tensor *t = &p->tensors[i];
        if (t->at != TR_NOT_KEPT) read_rows(m, t, 0, t->n_out, p->w + t->at);
    }
    if (p->average) memcpy(p->average, p->w, p->n_floats * sizeof *p->w);
}
