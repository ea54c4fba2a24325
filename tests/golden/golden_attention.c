/* golden_attention.c - what an observer is told, against a Transformer computed in float64.
 *
 * The Transformer here is a plain one: a row after the other, a loop for each formula of Vaswani et
 * al. 2017, every number a double.  It shares the model's file with the library, and no arithmetic.
 * The numbers of docs/transformer.md are held against it, too. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

#include "kernels/quant.h"
#include "setup/handle.h"

enum { MAX_ROWS = 128, MAX_D = 1024, MAX_LAYERS = 16, MAX_HEADS = 16, MAX_FFN = 4096 };

typedef double row_of_d[MAX_D];
typedef double weights_of_head[MAX_ROWS];

/* ---- Numbers by name, as docs/transformer.md has them ---- */

typedef struct named {
    char name[48];
    double value[8];
    size_t n;
} named;
static struct {
    bool wanted;
    named all[64];
    size_t n;
} notes;

static void note(const char *name, const double *value, size_t n)
{
    if (!notes.wanted || notes.n == 64) return;
    named *to = &notes.all[notes.n++];
    snprintf(to->name, sizeof to->name, "%s", name);
    to->n = n < 8 ? n : 8;
    memcpy(to->value, value, to->n * sizeof *value);
}

/* ---- The Transformer in float64 ----------------------------------------------------------- */

static double entry(const tr_nmt *m, const tr_matrix *w, size_t o, size_t k)
{
    return m->config.int8 ? (double)((const int8_t *)w->weight)[tr_packed_s8_at(w->n_in, o, k)] *
                                (double)w->scale[o]
                          : (double)((const float *)w->weight)[tr_packed_f32_at(w->n_in, o, k)];
}

/* y [last - first] = rows first .. last - 1 of x W^T + b. */
static void linear(const tr_nmt *m, const tr_matrix *w, size_t first, size_t last, const double *x,
                   double *y)
{
    for (size_t o = first; o < last; o++) {
        double sum = w->bias ? (double)w->bias[o] : 0;
        for (size_t k = 0; k < w->n_in; k++)
            sum += entry(m, w, o, k) * x[k];
        y[o - first] = sum;
    }
}

static void norm(const tr_nmt *m, const tr_norm *n, const double *x, double *y)
{
    const size_t d = m->config.d_model;
    double mean = 0, variance = 0;

    for (size_t i = 0; i < d; i++)
        mean += x[i] / (double)d;
    for (size_t i = 0; i < d; i++)
        variance += (x[i] - mean) * (x[i] - mean) / (double)d;
    for (size_t i = 0; i < d; i++)
        y[i] = (x[i] - mean) / sqrt(variance + (double)m->config.epsilon) * (double)n->gain[i] +
               (double)n->bias[i];
}

static double activation(int kind, double x)
{
    switch (kind) {
    case TR_RELU:
        return x > 0 ? x : 0;
    case TR_SWISH:
        return x / (1 + exp(-x));
    case TR_GELU_SIGMOID:
        return x / (1 + exp(-1.702 * x));
    case TR_GELU_ERF:
        return 0.5 * x * (1 + erf(x / sqrt(2)));
    default:
        return 1 / (1 + exp(-x));
    }
}

/* The input of a block, and what becomes of its output. */
static void block_input(const tr_nmt *m, const tr_norm *n, const double *x, double *in)
{
    if (m->config.pre_norm)
        norm(m, n, x, in);
    else
        memcpy(in, x, m->config.d_model * sizeof *in);
}

static void block_output(const tr_nmt *m, const tr_norm *n, const double *y, double *x)
{
    for (size_t i = 0; i < m->config.d_model; i++)
        x[i] += y[i];
    if (!m->config.pre_norm) norm(m, n, x, x);
}

/* softmax(q k^T / sqrt(d_k)) v of all heads; p [heads] receives the weights. */
static void attend(const tr_nmt *m, const double *q, const row_of_d *k, const row_of_d *v, size_t n,
                   weights_of_head *p, double *out)
{
    const size_t heads = m->config.heads, d = m->config.d_model / heads;

    for (size_t h = 0; h < heads; h++) {
        double largest = -INFINITY, sum = 0;
        for (size_t j = 0; j < n; j++) {
            p[h][j] = 0;
            for (size_t i = h * d; i < (h + 1) * d; i++)
                p[h][j] += q[i] * k[j][i] / sqrt((double)d);
            largest = fmax(largest, p[h][j]);
        }
        for (size_t j = 0; j < n; j++)
            sum += p[h][j] = exp(p[h][j] - largest);
        for (size_t i = h * d; i < (h + 1) * d; i++)
            out[i] = 0;
        for (size_t j = 0; j < n; j++) {
            p[h][j] /= sum;
            for (size_t i = h * d; i < (h + 1) * d; i++)
                out[i] += p[h][j] * v[j][i];
        }
    }
}

static void project_self(const tr_nmt *m, const tr_attention *a, const double *x, double *q,
                         double *k, double *v)
{
    const size_t d = m->config.d_model;
    row_of_d in;

    block_input(m, &a->norm, x, in);
    if (a->qkv.weight) {
        linear(m, &a->qkv, 0, d, in, q);
        linear(m, &a->qkv, d, 2 * d, in, k);
        linear(m, &a->qkv, 2 * d, 3 * d, in, v);
    } else {
        const double *raw = m->config.norm_query_only ? x : in;
        linear(m, &a->q, 0, d, in, q);
        linear(m, &a->kv, 0, d, raw, k);
        linear(m, &a->kv, d, 2 * d, raw, v);
    }
}

static void feed_forward(const tr_nmt *m, const tr_layer *l, double *x)
{
    static double hidden[MAX_FFN];
    row_of_d in, y;

    block_input(m, &l->ffn_norm, x, in);
    linear(m, &l->up, 0, l->up.n_out, in, hidden);
    for (size_t i = 0; i < l->up.n_out; i++)
        hidden[i] = activation(m->config.activation, hidden[i]);
    linear(m, &l->down, 0, l->down.n_out, hidden, y);
    block_output(m, &l->ffn_norm, y, x);
}

static void embed(const tr_nmt *m, const tr_matrix *e, const tr_norm *n, const float *position,
                  int32_t id, double *x)
{
    for (size_t i = 0; i < m->config.d_model; i++)
        x[i] = (id < 0 ? 0 : entry(m, e, (size_t)id, i) * (double)m->config.embedding_scale) +
               (double)position[i];
    if (n->gain) norm(m, n, x, x);
}

/* All that was computed for a source and its translation. */
typedef struct transformer {
    const tr_nmt *m;
    size_t n;                                       /* ids of the source */
    row_of_d x[MAX_ROWS];                           /* the encoder's rows */
    row_of_d q[MAX_ROWS], k[MAX_ROWS], v[MAX_ROWS]; /* of a layer of the encoder */
    row_of_d source_k[MAX_LAYERS][MAX_ROWS], source_v[MAX_LAYERS][MAX_ROWS];
    row_of_d past_k[MAX_LAYERS][MAX_ROWS], past_v[MAX_LAYERS][MAX_ROWS]; /* of the decoder */
    row_of_d state[MAX_LAYERS];                                          /* of SSRUs */
    row_of_d y;                                                          /* the decoder's row */
    weights_of_head encoder[MAX_LAYERS][MAX_ROWS][MAX_HEADS];
    weights_of_head self[MAX_LAYERS][MAX_ROWS][MAX_HEADS], cross[MAX_LAYERS][MAX_ROWS][MAX_HEADS];
} transformer;

/* Head 1 of layer 0, as the second token uses it. */
static void note_head(const transformer *t, const double *heads)
{
    const size_t d = t->m->config.d_model / t->m->config.heads;
    double product[MAX_ROWS];

    for (size_t j = 0; j < t->n; j++) {
        product[j] = 0;
        for (size_t i = d; i < 2 * d; i++)
            product[j] += t->q[1][i] * t->k[j][i] / sqrt((double)d);
    }
    note("query", t->q[1] + d, 4);
    note("key", t->k[2] + d, 4);
    note("product", product, t->n);
    note("weights", t->encoder[0][1][1], t->n);
    note("head", heads + d, 4);
}

static void encode(transformer *t, const int32_t *ids)
{
    const tr_nmt *m = t->m;
    const size_t d = m->config.d_model;
    row_of_d heads, out;

    for (size_t r = 0; r < t->n; r++)
        embed(m, &m->weights.source_embedding, &m->weights.encoder_embedding_norm,
              m->weights.source_positions + r * d, ids[r], t->x[r]);
    for (size_t i = 0; i < 4; i++)
        heads[i] = (double)m->weights.source_positions[d + i];
    note("position", heads, 4);
    note("embedded", t->x[1], 4);
    for (size_t l = 0; l < m->config.n_encoder_layers; l++) {
        const tr_layer *layer = &m->weights.encoder[l];
        for (size_t r = 0; r < t->n; r++)
            project_self(m, &layer->self, t->x[r], t->q[r], t->k[r], t->v[r]);
        for (size_t r = 0; r < t->n; r++) {
            attend(m, t->q[r], t->k, t->v, t->n, t->encoder[l][r], heads);
            if (l == 0 && r == 1) note_head(t, heads);
            linear(m, &layer->self.out, 0, d, heads, out);
            block_output(m, &layer->self.norm, out, t->x[r]);
            if (l == 0 && r == 1) note("normed", t->x[r], 4);
            feed_forward(m, layer, t->x[r]);
            if (l == 0 && r == 1) note("layer", t->x[r], 4);
        }
    }
    for (size_t r = 0; r < t->n; r++) {
        if (m->weights.encoder_norm.gain) norm(m, &m->weights.encoder_norm, t->x[r], t->x[r]);
        for (size_t l = 0; l < m->config.n_decoder_layers; l++) {
            const tr_matrix *kv = &m->weights.decoder[l].cross.kv;
            linear(m, kv, 0, d, t->x[r], t->source_k[l][r]);
            linear(m, kv, d, 2 * d, t->x[r], t->source_v[l][r]);
        }
    }
}

static void own_past(transformer *t, size_t l, size_t step)
{
    const tr_nmt *m = t->m;
    const size_t d = m->config.d_model;
    const tr_layer *layer = &m->weights.decoder[l];
    row_of_d a, b, out;

    if (m->config.ssru) {
        block_input(m, &layer->ssru_norm, t->y, out);
        linear(m, &layer->ssru, 0, d, out, a);
        linear(m, &layer->ssru, d, 2 * d, out, b);
        for (size_t i = 0; i < d; i++) {
            const double forget = activation(TR_SIGMOID, b[i]);
            t->state[l][i] = (step ? forget * t->state[l][i] : 0) + (1 - forget) * a[i];
            out[i] = fmax(t->state[l][i], 0);
        }
        block_output(m, &layer->ssru_norm, out, t->y);
        return;
    }
    project_self(m, &layer->self, t->y, a, t->past_k[l][step], t->past_v[l][step]);
    attend(m, a, t->past_k[l], t->past_v[l], step + 1, t->self[l][step], b);
    linear(m, &layer->self.out, 0, d, b, out);
    block_output(m, &layer->self.norm, out, t->y);
}

/* One step of the decoder; gives log softmax at `next`. */
static double decode(transformer *t, size_t step, int32_t previous, int32_t next)
{
    const tr_nmt *m = t->m;
    const size_t d = m->config.d_model, vocab = m->config.target_vocab;
    double sum = 0, logit, wanted = 0;
    row_of_d in, q, heads, out;

    embed(m, &m->weights.target_embedding, &m->weights.decoder_embedding_norm,
          m->weights.target_positions + step * d, previous, t->y);
    for (size_t l = 0; l < m->config.n_decoder_layers; l++) {
        const tr_layer *layer = &m->weights.decoder[l];
        own_past(t, l, step);
        block_input(m, &layer->cross.norm, t->y, in);
        linear(m, &layer->cross.q, 0, d, in, q);
        attend(m, q, t->source_k[l], t->source_v[l], t->n, t->cross[l][step], heads);
        linear(m, &layer->cross.out, 0, d, heads, out);
        block_output(m, &layer->cross.norm, out, t->y);
        feed_forward(m, layer, t->y);
    }
    if (m->weights.decoder_norm.gain) norm(m, &m->weights.decoder_norm, t->y, t->y);
    if (step == 3) note("past", t->self[0][step][0], step + 1);
    if (step == 3) note("cross", t->cross[m->config.n_decoder_layers - 1][step][0], t->n);
    if (step == 3) note("state", t->y, 4);
    for (size_t id = 0; id < vocab; id++) {
        linear(m, &m->weights.output, id, id + 1, t->y, &logit);
        sum += exp(logit);
        if (id == (size_t)next) wanted = logit;
    }
    return wanted - log(sum);
}

/* ---- What the library tells ---------------------------------------------------------------- */

typedef struct seen {
    size_t n, n_rows[3];
    int32_t ids[MAX_ROWS];
    float encoder[MAX_LAYERS][MAX_ROWS][MAX_HEADS][MAX_ROWS];
    float self[MAX_LAYERS][MAX_ROWS][MAX_HEADS][MAX_ROWS];
    float cross[MAX_LAYERS][MAX_ROWS][MAX_HEADS][MAX_ROWS];
    double worst_product; /* weights against softmax of the queries and keys told */
    size_t n_candidates, n_wrong;
    float best[MAX_ROWS]; /* the largest log-probability of each step */
} seen;

static void begin(void *ctx, const tr_search_begin *b)
{
    seen *s = ctx;
    s->n = b->n_ids;
    for (size_t i = 0; i < b->n_ids && i < MAX_ROWS; i++)
        s->ids[i] = b->ids[i];
}

static void attention(void *ctx, const tr_attention_row *a)
{
    seen *s = ctx;
    const size_t at = a->kind == TR_ENCODER_SELF ? a->row : a->step, d = a->d_head;
    static float key[MAX_ROWS][MAX_D];

    s->n_rows[a->kind]++;
    for (size_t j = 0; j < a->n; j++)
        tr_attention_key(a, j, key[j]);
    for (size_t h = 0; h < a->n_heads; h++) {
        double product[MAX_ROWS], sum = 0;
        float *p = a->kind == TR_ENCODER_SELF ? s->encoder[a->layer][at][h]
                   : a->kind == TR_CROSS      ? s->cross[a->layer][at][h]
                                              : s->self[a->layer][at][h];
        for (size_t j = 0; j < a->n; j++) {
            product[j] = 0;
            for (size_t i = h * d; i < (h + 1) * d; i++)
                product[j] += (double)a->query[i] * (double)key[j][i];
            sum += product[j] = exp(product[j] / sqrt((double)d));
        }
        for (size_t j = 0; j < a->n; j++) {
            p[j] = tr_attention_weight(a, h, j);
            s->worst_product = fmax(s->worst_product, fabs(product[j] / sum - (double)p[j]));
        }
    }
}

/* A beam of 1: the best candidate of each step is taken. */
static void candidate(void *ctx, const tr_candidate *c)
{
    seen *s = ctx;
    s->n_candidates++;
    s->n_wrong += c->from != 0 || c->rank >= TR_LEAST_CANDIDATES ||
                  (c->rank == 0) != (c->fate != TR_DROPPED) || !(c->log_probability <= 0);
    if (c->rank == 0) s->best[c->step] = c->log_probability;
}

static double furthest(const float *p, const double *wanted, size_t n)
{
    double worst = 0;
    for (size_t j = 0; j < n; j++)
        worst = fmax(worst, fabs((double)p[j] - wanted[j]));
    return worst;
}

/* The largest difference of a weight, in all layers and heads of a kind. */
static double compare(const seen *s, const transformer *t, int kind, size_t n_steps)
{
    const tr_config *c = &t->m->config;
    const size_t layers = kind == TR_ENCODER_SELF ? c->n_encoder_layers : c->n_decoder_layers;
    const size_t rows = kind == TR_ENCODER_SELF ? t->n : n_steps;
    double worst = 0;

    for (size_t l = 0; l < layers; l++)
        for (size_t r = 0; r < rows; r++)
            for (size_t h = 0; h < c->heads; h++)
                worst = fmax(worst, kind == TR_ENCODER_SELF
                                        ? furthest(s->encoder[l][r][h], t->encoder[l][r][h], t->n)
                                    : kind == TR_CROSS
                                        ? furthest(s->cross[l][r][h], t->cross[l][r][h], t->n)
                                        : furthest(s->self[l][r][h], t->self[l][r][h], r + 1));
    return worst;
}

static seen told;
static transformer plain;

/* Translates with an observer, and computes the same in float64. */
static const tr_hypothesis *translate(tr_session *s, const tr_model *m, const char *text,
                                      double *worst_logp)
{
    const tr_translation *t;
    tr_error err;

    memset(&told, 0, sizeof told);
    plain.m = tr_model_nmt(m);
    *worst_logp = 0;
    if (tr_translate(s, text, strlen(text), &t, &err) || t->status || !told.n ||
        told.n > MAX_ROWS || t->hypotheses[0].n_tokens > MAX_ROWS)
        return NULL;
    const tr_hypothesis *h = t->hypotheses;
    plain.n = told.n;
    encode(&plain, told.ids);
    double all[8] = {0}, sum = 0;
    for (size_t i = 0; i < h->n_tokens; i++) {
        const int32_t before = i ? h->tokens[i - 1].id : plain.m->config.start_id;
        const double p = decode(&plain, i, before, h->tokens[i].id);
        all[i < 8 ? i : 7] = p;
        sum += p;
        *worst_logp = fmax(*worst_logp, fabs(p - (double)told.best[i]));
    }
    note("tokens", all, h->n_tokens);
    note("sum", &sum, 1);
    sum /= (double)h->n_tokens;
    note("score", &sum, 1);
    return h;
}

/* The largest difference of the alignment from the mean of all heads of the last layer. */
static double compare_alignment(const tr_hypothesis *h, const transformer *t)
{
    const size_t heads = t->m->config.heads, layer = t->m->config.n_decoder_layers - 1;
    double worst = 0;

    for (size_t i = 0; i < h->n_tokens; i++) {
        const tr_alignment *const a = &h->alignment[i];
        for (size_t k = 0; k < a->n; k++) { /* the source has nothing before the text */
            double mean = 0;
            for (size_t head = 0; head < heads; head++)
                mean += t->cross[layer][i][head][k] / (double)heads;
            worst = fmax(worst, fabs(mean - (double)a->weight[k]));
        }
    }
    return worst;
}

static void check_line(tr_session *s, const tr_model *m, const char *name, const char *line)
{
    static const char *const kinds[] = {"the encoder", "the decoder", "cross-attention"};
    double worst_logp;
    const tr_hypothesis *h = translate(s, m, line, &worst_logp);

    if (!tap_ok(h != NULL, "%s: translates", name)) return;
    const tr_config *c = &plain.m->config;
    const size_t rows[] = {c->n_encoder_layers * told.n,
                           c->ssru ? 0 : c->n_decoder_layers * h->n_tokens,
                           c->n_decoder_layers * h->n_tokens};
    for (int kind = 0; kind < 3; kind++) {
        const double worst = rows[kind] ? compare(&told, &plain, kind, h->n_tokens) : 0;
        tap_ok(worst < 1e-5 && told.n_rows[kind] == rows[kind],
               "%s: %zu of %zu rows of %s, largest difference %.2g", name, told.n_rows[kind],
               rows[kind], kinds[kind], worst);
    }
    if (h->alignment) {
        const double worst = compare_alignment(h, &plain);
        tap_ok(worst < 1e-5, "%s: the alignment is the mean of all heads, within %.2g", name,
               worst);
    }
    tap_ok(told.worst_product < 1e-5,
           "%s: weights are the softmax of queries and keys, within %.2g", name,
           told.worst_product);
    tap_ok(told.n_candidates == TR_LEAST_CANDIDATES * h->n_tokens && told.n_wrong == 0,
           "%s: five candidates at each step", name);
    tap_ok(worst_logp < 1e-4, "%s: log-probabilities, largest difference %.2g", name, worst_logp);
}

static void check_model(const tr_model *m, const char *name, int form, const char *line)
{
    const tr_observer o = {
        .ctx = &told, .begin = begin, .attention = attention, .candidate = candidate};
    tr_options options = golden_options(m, 1, 1, form, form);
    options.precision = TR_PRECISION_FLOAT32;
    options.shortlist = TR_SHORTLIST_OFF;
    options.observer = &o;
    options.alignment = tr_model_get_info(m)->alignment_layer >= 0;
    options.max_length = 20;
    options.max_length_factor = 2;
    tr_session *s = golden_create(m, &options);
    if (s) check_line(s, m, name, line);
    tr_session_free(s);
}

static void check_fixture(const char *folder, const char *input, const char *source,
                          const char *target)
{
    char *line[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(folder, "input.ids"), line);
    tr_model *m = golden_import(folder, input, source, target, "float32");

    for (size_t i = 0; m && i < n && i < 3; i++)
        check_model(m, folder, TR_IDS, line[i]);
    golden_free_lines(line, n);
    tr_model_close(m);
}

/* A line "    NAME = NUMBER NUMBER ..." of the walk has the numbers that were noted by that name,
 * with four digits. */
static bool is_so(const char *line, const named *noted)
{
    char *end;
    size_t i = 0;

    for (double x; x = strtod(line, &end), end != line; line = end, i++)
        if (i >= noted->n || !(fabs(x - noted->value[i]) < 6e-5)) return false;
    return i == noted->n;
}

static void check_walk(const char *path)
{
    FILE *f = fopen(path, "r");
    char *line;
    size_t right = 0, wrong = 0;

    while (f && (line = golden_next_line(f)))
        for (size_t i = 0; i < notes.n; i++) {
            char begin[64];
            const int at = snprintf(begin, sizeof begin, "    %s = ", notes.all[i].name);
            if (strncmp(line, begin, (size_t)at) != 0) continue;
            const bool so = is_so(line + at, &notes.all[i]);
            right += so;
            wrong += !so;
            if (!so) printf("# not so: %s\n", line);
        }
    if (f) fclose(f);
    tap_ok(notes.n > 0 && right == notes.n && wrong == 0,
           "%s: %zu of %zu rows of numbers hold, %zu do not", path, right, notes.n, wrong);
    for (size_t i = 0; i < notes.n && (wrong || right != notes.n); i++) {
        printf("#     %s =", notes.all[i].name);
        for (size_t k = 0; k < notes.all[i].n; k++)
            printf(" %.4f", notes.all[i].value[k]);
        printf("\n");
    }
}

int main(void)
{
    tr_model *m = NULL;
    tr_error err;

    if (tr_model_open(&m, "models/en-de-tiny/en-de-tiny.gguf", &err) == 0) {
        notes.wanted = true;
        check_model(m, "en-de", TR_TEXT, "The weather is nice today.");
        notes.wanted = false;
        check_walk("docs/transformer.md");
    } else {
        tap_skip("the shipped model", err.msg);
    }
    tr_model_close(m);
    if (!golden_start("attention")) return tap_done();
    check_fixture("hf-marian-from-opus", ".", NULL, NULL);
    check_fixture("hf-marian-from-paper", ".", NULL, NULL);
    check_fixture("paper-post-relu-bpe", "model.npz", "vocab.spm", NULL);
    check_fixture("pre-swish-kv-norm", "model.npz", "source.spm", "target.spm");
    check_fixture("ssru-student", "model.npz", "vocab.spm", NULL);
    return tap_done();
}
