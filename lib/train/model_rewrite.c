#include "train/model_rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "train/matrix_file.h"
#include "train/network/adapters.h"

typedef struct rewriter {
    tr_gguf_writer *file;
    const tr_nmt *original;
    const tr_tensor_source *source;
    bool int8;
    tr_error *err;
} rewriter;

/* ---- Keys ---- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* A text of *about that takes the place of a key, or NULL. */
static const char *given_text(const tr_model_about *a, const char *key)
{
    const struct {
        const char *key, *text;
    } texts[] = {{"general.name", a->name},
                 {"general.license", a->license},
                 {"general.source.url", a->origin},
                 {"nmt.source_language", a->source_language},
                 {"nmt.target_language", a->target_language}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(texts[i].key, key)) return texts[i].text;
    return NULL;
}

static void put_key(const rewriter *r, const tr_model_about *about, const tr_gguf_value *v)
{
    const char *const text = given_text(about, v->key);

    if (begins(v->key, "train.") || begins(v->key, "nmt.quality.")) return;
    if (text)
        tr_gguf_put_string(r->file, v->key, text);
    else if (!strcmp(v->key, "general.file_type"))
        tr_gguf_put_u32(r->file, v->key, r->int8 ? 7 : 0); /* ggml's mostly Q8_0, all F32 */
    else if (!strcmp(v->key, "nmt.weight_type"))
        tr_gguf_put_string(r->file, v->key, r->int8 ? "int8" : "float32");
    else
        tr_gguf_put_value(r->file, v);
}

static void put_keys(const rewriter *r, const tr_model_about *about)
{
    static const char *const texts[] = {"general.name", "general.license", "general.source.url"};
    const tr_gguf *g = &r->original->file;

    for (size_t i = 0; i < g->n_values; i++)
        put_key(r, about, &g->values[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (given_text(about, texts[i]) && !tr_gguf_find(g, texts[i]))
            tr_gguf_put_string(r->file, texts[i], given_text(about, texts[i]));
    if (about->put_more) about->put_more(about->ctx, r->file);
}

/* ---- Tensors ---- */

static const tr_matrix *match(const tr_matrix *m, const void *weight)
{
    return m->weight == weight ? m : NULL;
}

static const tr_matrix *find_in_layer(const tr_layer *layer, const void *weight)
{
    for (size_t i = 1; i < TR_N_LAYER_PARTS; i++) {
        const tr_matrix *m = (const void *)((const char *)layer + tr_layer_parts[i].field);
        if (!tr_layer_parts[i].is_norm && match(m, weight)) return m;
    }
    return NULL;
}

/* The matrix of a layer whose weights begin there; NULL for other tensors. */
static const tr_matrix *find_of_layers(const tr_nmt *m, const void *weight)
{
    const tr_matrix *found = NULL;
    for (size_t i = 0; !found && i < m->config.n_encoder_layers; i++)
        found = find_in_layer(&m->weights.encoder[i], weight);
    for (size_t i = 0; !found && i < m->config.n_decoder_layers; i++)
        found = find_in_layer(&m->weights.decoder[i], weight);
    return found;
}

static const tr_matrix *find_matrix(const tr_nmt *m, const void *weight)
{
    const tr_weights *w = &m->weights;
    const tr_matrix *const tables[] = {&w->source_embedding, &w->target_embedding, &w->output};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (match(tables[i], weight)) return tables[i];
    for (size_t i = 0; w->estimator.mix && i <= m->config.n_estimator_widths; i++)
        if (match(&w->estimator.layer[i], weight)) return &w->estimator.layer[i];
    return find_of_layers(m, weight);
}

/* True for the scales and sums of an int8 matrix, which are written with it. */
static bool is_beside_matrix(const rewriter *r, const tr_gguf_tensor *t)
{
    static const char *const endings[] = {".scale", ".sum"};

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t len = strlen(t->name), end = strlen(endings[i]);
        tr_buf name = {0};
        if (len < end || strcmp(t->name + len - end, endings[i]) != 0) continue;
        tr_buf_printf(&name, "%.*s.weight", (int)(len - end), t->name);
        const tr_gguf_tensor *of =
            tr_gguf_find_tensor(&r->original->file, name.failed ? "" : tr_buf_text(&name));
        tr_buf_free(&name);
        return of && find_matrix(r->original, of->data);
    }
    return false;
}

/* The name of the bias that a layer's matrix has not, or false. */
static bool lacks_bias(const rewriter *r, const tr_gguf_tensor *t, char bias[TR_BESIDE_NAME])
{
    const tr_matrix *m = find_of_layers(r->original, t->data);
    if (!m || m->bias) return false;
    tr_matrix_beside(t->name, ".bias", bias);
    return true;
}

static const float *ask(const rewriter *r, const char *name, size_t n_out, size_t n_in)
{
    return r->source->rows(r->source->ctx, name, n_out, n_in);
}

static void declare_tensor(const rewriter *r, const tr_gguf_tensor *t)
{
    const tr_matrix *m = find_matrix(r->original, t->data);
    char bias[TR_BESIDE_NAME];

    if (!m) {
        tr_gguf_declare(r->file, t->name, t->type, t->n_dims, t->dims);
        return;
    }
    tr_matrix_declare(r->file, t->name, m->n_out, m->n_in, r->int8);
    if (lacks_bias(r, t, bias) && ask(r, bias, m->n_out, 1))
        tr_gguf_declare(r->file, bias, TR_TENSOR_F32, 1, (uint64_t[]){m->n_out});
}

/* The bytes of a matrix as they are. */
static int copy_matrix(const rewriter *r, const tr_gguf_tensor *t, const tr_matrix *m)
{
    int rc = tr_gguf_write(r->file, t->data, t->size, r->err);
    if (rc == 0 && r->int8)
        rc = tr_gguf_write(r->file, m->scale, m->n_out * sizeof *m->scale, r->err);
    if (rc == 0 && r->int8) rc = tr_gguf_write(r->file, m->sum, m->n_out * sizeof *m->sum, r->err);
    return rc;
}

/* A matrix as it is, but as another type. */
static int convert_matrix(const rewriter *r, const tr_gguf_tensor *t, const tr_matrix *m)
{
    float *rows = malloc(m->n_out * m->n_in * sizeof *rows);
    if (!rows) return tr_fail_memory(r->err);
    tr_matrix_read(&r->original->file, t, m->n_in, 0, m->n_out, rows);
    const int rc = tr_matrix_write(r->file, rows, m->n_out, m->n_in, r->int8, r->err);
    free(rows);
    return rc;
}

static int write_matrix(const rewriter *r, const tr_gguf_tensor *t, const tr_matrix *m)
{
    const float *rows = ask(r, t->name, m->n_out, m->n_in);
    char bias[TR_BESIDE_NAME];

    int rc = rows ? tr_matrix_write(r->file, rows, m->n_out, m->n_in, r->int8, r->err)
             : r->int8 == r->original->config.int8 ? copy_matrix(r, t, m)
                                                   : convert_matrix(r, t, m);
    if (rc < 0 || !lacks_bias(r, t, bias) || !(rows = ask(r, bias, m->n_out, 1))) return rc;
    return tr_gguf_write(r->file, rows, m->n_out * sizeof *rows, r->err);
}

static int write_tensor(const rewriter *r, const tr_gguf_tensor *t)
{
    const tr_matrix *m = find_matrix(r->original, t->data);
    const void *rows = NULL;

    if (m) return write_matrix(r, t, m);
    if (t->type == TR_TENSOR_F32 && t->n_dims <= 2)
        rows = ask(r, t->name, (size_t)t->dims[0], t->n_dims > 1 ? (size_t)t->dims[1] : 1);
    return tr_gguf_write(r->file, rows ? rows : t->data, t->size, r->err);
}

static int write_all(const rewriter *r)
{
    const tr_gguf *g = &r->original->file;

    for (size_t i = 0; i < g->n_tensors; i++)
        if (!is_beside_matrix(r, &g->tensors[i])) declare_tensor(r, &g->tensors[i]);
    int rc = tr_gguf_begin_data(r->file, r->err);
    for (size_t i = 0; rc == 0 && i < g->n_tensors; i++)
        if (!is_beside_matrix(r, &g->tensors[i])) rc = write_tensor(r, &g->tensors[i]);
    return rc;
}

int tr_model_file_rewrite(const char *path, const tr_nmt *original, const tr_tensor_source *source,
                          const tr_model_about *about, bool int8, tr_error *err)
{
    rewriter r = {.original = original, .source = source, .int8 = int8, .err = err};

    int rc = tr_gguf_create(&r.file, path, err);
    if (rc < 0) return rc;
    put_keys(&r, about);
    rc = write_all(&r);
    if (rc == 0) return tr_gguf_finish(r.file, err);
    tr_gguf_abandon(r.file);
    return rc;
}

/* ---- Parameters as a source ---- */

static size_t tensor_size(const tr_parameter_tensor *t)
{
    return t->n_out * t->n_in * sizeof(float);
}

/* Where adapters learn, w has their factors, and all else stays. */
static const float *kept_block(const tr_parameter_source *s)
{
    return s->p->adapters ? s->p->w : s->w;
}

/* The file's tensor of that name if it has more rows than the parameters', or NULL. */
static const tr_gguf_tensor *find_longer(const tr_nmt *original, const tr_parameter_tensor *t)
{
    const tr_gguf_tensor *old = tr_gguf_find_tensor(&original->file, t->name);
    const bool table = old && old->type == TR_TENSOR_F32 && old->n_dims == 2;
    return table && old->dims[0] > t->n_out && old->dims[1] == t->n_in ? old : NULL;
}

static bool is_adapted(const tr_parameters *p, const tr_parameter_tensor *t)
{
    return p->adapters && tr_adapters_change(p->adapters, (size_t)(t - p->tensors));
}

int tr_parameter_source_open(tr_parameter_source *s, const tr_parameters *p, const float *w,
                             const tr_nmt *original, tr_error *err)
{
    size_t size = 0;
    *s = (tr_parameter_source){.p = p, .w = w, .original = original};
    for (size_t i = 0; i < p->n_tensors; i++) {
        const tr_gguf_tensor *old = find_longer(original, &p->tensors[i]);
        if (old && old->size > size) size = old->size;
        if (is_adapted(p, &p->tensors[i])) size = tr_larger(size, tensor_size(&p->tensors[i]));
    }
    if (size && !(s->room = malloc(size))) return tr_fail_memory(err);
    return 0;
}

/* The file's table, with those rows that were learnt. */
static const float *longer_table(const tr_parameter_source *s, const tr_parameter_tensor *t)
{
    const tr_gguf_tensor *old = find_longer(s->original, t);

    if (!old) return NULL;
    memcpy(s->room, old->data, old->size);
    memcpy(s->room, kept_block(s) + t->at, tensor_size(t));
    return s->room;
}

/* A matrix that the parameters read, with its adapters; NULL: it has none, and stays. */
static const float *adapted_matrix(const tr_parameter_source *s, const tr_parameter_tensor *t)
{
    const tr_parameters *p = s->p;

    if (!is_adapted(p, t)) return NULL;
    p->source.read(p->source.ctx, t, 0, t->n_out, s->room);
    tr_adapters_add(p->adapters, (size_t)(t - p->tensors), s->w, 0, t->n_out, s->room);
    return s->room;
}

static const float *parameter_rows(void *ctx, const char *name, size_t n_out, size_t n_in)
{
    const tr_parameter_source *s = ctx;
    const tr_parameter_tensor *t = tr_parameters_find(s->p, name);

    if (!t || t->n_in != n_in) return NULL;
    if (t->at == TR_NOT_KEPT) return adapted_matrix(s, t);
    return t->n_out < n_out ? longer_table(s, t) : kept_block(s) + t->at;
}

tr_tensor_source tr_parameter_source_of(tr_parameter_source *s)
{
    return (tr_tensor_source){parameter_rows, s};
}

void tr_parameter_source_close(tr_parameter_source *s)
{
    free(s->room);
    s->room = NULL;
}
