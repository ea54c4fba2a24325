/* golden_attention.c - what an observer is told, against a Transformer computed in float64.
 *
 * The Transformer here is a plain one: a row after the other, a loop for each formula of Vaswani et
 * al. 2017, every number a double.  It shares the model's file with the library, and no arithmetic.
 * The numbers of docs/transformer.md are held against it, too. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

#include "golden/plain/notes.h"
#include "golden/plain/questions.h"
#include "golden/plain/transformer.h"
#include "setup/handle.h"

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
static int32_t translated[MAX_ROWS]; /* the translation of the last line */
static size_t translated_n;

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
    plain_encode(&plain, told.ids);
    double all[8] = {0}, sum = 0;
    for (size_t i = 0; i < h->n_tokens; i++) {
        const int32_t before = i ? h->tokens[i - 1].id : plain.m->config.start_id;
        const double p = plain_decode(&plain, i, before, h->tokens[i].id);
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
    translated_n = h->n_tokens;
    for (size_t i = 0; i < h->n_tokens; i++)
        translated[i] = h->tokens[i].id;
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

int main(void)
{
    tr_model *m = NULL;
    tr_error err;

    if (tr_model_open(&m, "models/en-de-tiny/en-de-tiny.gguf", &err) == 0) {
        notes_want(true);
        check_model(m, "en-de", TR_TEXT, "The weather is nice today.");
        questions_note(&plain, told.ids, told.n, translated, translated_n);
        notes_want(false);
        notes_check("docs/transformer.md");
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
