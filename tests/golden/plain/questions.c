#include "questions.h"

#include <math.h>
#include <string.h>

#include "golden/plain/notes.h"

enum { WORD = 1, STEP = 3 }; /* the page's row of the encoder, and step of the decoder */

static double product(const double *x, const double *y, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void embed_all(const transformer *t, const int32_t *ids, row_of_d *x)
{
    const tr_nmt *m = t->m;
    for (size_t r = 0; r < t->n; r++)
        plain_embed(m, &m->weights.source_embedding, &m->weights.encoder_embedding_norm,
                    m->weights.source_positions + r * m->config.d_model, ids[r], x[r]);
}

/* What a block of self-attention adds to rows x [n], before it is added. */
static void attend_all(const transformer *t, const tr_layer *l, const row_of_d *x, row_of_d *y)
{
    static row_of_d q[MAX_ROWS], k[MAX_ROWS], v[MAX_ROWS];
    static weights_of_head p[MAX_HEADS];
    row_of_d heads;

    for (size_t r = 0; r < t->n; r++)
        plain_project_self(t->m, &l->self, x[r], q[r], k[r], v[r]);
    for (size_t r = 0; r < t->n; r++) {
        plain_attend(t->m, q[r], k, v, t->n, p, heads);
        plain_linear(t->m, &l->self.out, 0, t->m->config.d_model, heads, y[r]);
    }
}

/* ---- Layer norm and batch norm ---- */

static void moments(const double *x, size_t n, size_t stride, double out[2])
{
    out[0] = out[1] = 0;
    for (size_t i = 0; i < n; i++)
        out[0] += x[i * stride] / (double)n;
    for (size_t i = 0; i < n; i++)
        out[1] += (x[i * stride] - out[0]) * (x[i * stride] - out[0]) / (double)n;
    out[1] = sqrt(out[1]);
}

/* Of x + MultiHead(x), which is normed in layer 0. */
static void note_norms(const transformer *t, const int32_t *ids)
{
    static row_of_d x[MAX_ROWS], y[MAX_ROWS];
    double of[2], normed[4], all[4], fewer[4];

    embed_all(t, ids, x);
    attend_all(t, &t->m->weights.encoder[0], x, y);
    note("out", y[WORD], 4);
    for (size_t r = 0; r < t->n; r++)
        for (size_t i = 0; i < t->m->config.d_model; i++)
            x[r][i] += y[r][i];
    moments(x[WORD], t->m->config.d_model, 1, of);
    note("row", of, 2);
    for (size_t i = 0; i < 4; i++)
        normed[i] = (x[WORD][i] - of[0]) / of[1];
    moments(x[0], t->n, MAX_D, of);
    note("column", of, 2);
    for (size_t i = 0; i < 4; i++) {
        moments(x[0] + i, t->n, MAX_D, of);
        all[i] = (x[WORD][i] - of[0]) / of[1];
        moments(x[0] + i, t->n - 1, MAX_D, of);
        fewer[i] = (x[WORD][i] - of[0]) / of[1];
    }
    note("by its row", normed, 4);
    note("by columns", all, 4);
    note("by columns of six rows", fewer, 4);
}

/* ---- Residuals ---- */

/* max(0, x W_1 + b_1) W_2 + b_2, which is not added to x. */
static void feed_forward_alone(const transformer *t, const tr_layer *l, double *x)
{
    static double hidden[MAX_FFN];

    plain_linear(t->m, &l->up, 0, l->up.n_out, x, hidden);
    for (size_t i = 0; i < l->up.n_out; i++)
        hidden[i] = fmax(hidden[i], 0);
    plain_linear(t->m, &l->down, 0, l->down.n_out, hidden, x);
    plain_norm(t->m, &l->ffn_norm, x, x);
}

/* A layer; without residuals nothing is added to what a block gives. */
static void run_layer(const transformer *t, const tr_layer *l, row_of_d *x, bool residuals)
{
    static row_of_d y[MAX_ROWS];

    attend_all(t, l, x, y);
    for (size_t r = 0; r < t->n; r++) {
        if (!residuals) memset(x[r], 0, sizeof x[r]);
        plain_block_output(t->m, &l->self.norm, y[r], x[r]);
        if (residuals)
            plain_feed_forward(t->m, l, x[r]);
        else
            feed_forward_alone(t, l, x[r]);
    }
}

/* The mean cosine of two rows. */
static double likeness(const transformer *t, const row_of_d *x)
{
    const size_t d = t->m->config.d_model;
    double sum = 0, pairs = 0;

    for (size_t a = 0; a < t->n; a++)
        for (size_t b = 0; b < a; b++, pairs++)
            sum += product(x[a], x[b], d) / sqrt(product(x[a], x[a], d) * product(x[b], x[b], d));
    return sum / pairs;
}

/* How much of a change of the word's embedding, towards that of word `other`, is left in its row
 * after each layer: change [layers] gets the squares. */
static void follow_change(const transformer *t, const int32_t *ids, size_t other, bool residuals,
                          double *change)
{
    static row_of_d x[MAX_ROWS], moved[MAX_ROWS];
    const size_t d = t->m->config.d_model;
    double length = 0;

    embed_all(t, ids, x);
    embed_all(t, ids, moved);
    for (size_t i = 0; i < d; i++) {
        const double step = 1e-6 * (x[other][i] - x[WORD][i]);
        moved[WORD][i] += step;
        length += step * step;
    }
    for (size_t l = 0; l < t->m->config.n_encoder_layers; l++) {
        run_layer(t, &t->m->weights.encoder[l], x, residuals);
        run_layer(t, &t->m->weights.encoder[l], moved, residuals);
        for (size_t i = 0; i < d; i++)
            change[l] += pow(moved[WORD][i] - x[WORD][i], 2) / length;
    }
}

static void note_residuals(const transformer *t, const int32_t *ids)
{
    static row_of_d x[MAX_ROWS];
    const size_t layers = t->m->config.n_encoder_layers;

    for (int residuals = 1; residuals >= 0; residuals--) {
        double alike[MAX_LAYERS + 1], change[MAX_LAYERS] = {0};
        embed_all(t, ids, x);
        alike[0] = likeness(t, x);
        for (size_t l = 0; l < layers; l++) {
            run_layer(t, &t->m->weights.encoder[l], x, residuals);
            alike[l + 1] = likeness(t, x);
        }
        for (size_t other = 0; other < t->n; other++)
            if (other != WORD) follow_change(t, ids, other, residuals, change);
        for (size_t l = 0; l < layers; l++)
            change[l] = sqrt(change[l] / (double)(t->n - 1));
        note(residuals ? "likeness" : "likeness without", alike, layers + 1);
        note(residuals ? "change" : "change without", change, layers);
    }
}

/* ---- Two projections ---- */

/* How many rows of all heads look at themselves most: with keys, and with queries for keys. */
static void note_projections(const transformer *t, const int32_t *ids)
{
    static row_of_d x[MAX_ROWS], q[MAX_ROWS], k[MAX_ROWS], v[MAX_ROWS];
    const size_t heads = t->m->config.heads, d = t->m->config.d_model / heads;
    double own[2] = {0}, all = 0;

    embed_all(t, ids, x);
    for (size_t l = 0; l < t->m->config.n_encoder_layers; l++) {
        for (size_t r = 0; r < t->n; r++)
            plain_project_self(t->m, &t->m->weights.encoder[l].self, x[r], q[r], k[r], v[r]);
        for (size_t r = 0; r < t->n; r++)
            for (size_t h = 0; h < heads; h++, all++) {
                size_t most[2] = {0};
                for (size_t j = 1; j < t->n; j++)
                    for (int same = 0; same < 2; same++) {
                        const row_of_d *keys = same ? q : k;
                        const double *at = q[r] + h * d;
                        if (product(at, keys[j] + h * d, d) >
                            product(at, keys[most[same]] + h * d, d))
                            most[same] = j;
                    }
                own[0] += most[0] == r;
                own[1] += most[1] == r;
            }
        run_layer(t, &t->m->weights.encoder[l], x, true);
    }
    note("rows", &all, 1);
    note("own key", &own[0], 1);
    note("own query", &own[1], 1);
}

/* ---- Positions ---- */

static void note_positions(const transformer *t)
{
    const size_t d = t->m->config.d_model, half = d / 2;
    const float *const pe = t->m->weights.source_positions;
    double distance[8], elsewhere[8], pair[2], turned[2];

    for (size_t k = 0; k < 8; k++) {
        distance[k] = elsewhere[k] = 0;
        for (size_t i = 0; i < d; i++) {
            distance[k] += (double)pe[i] * (double)pe[k * d + i];
            elsewhere[k] += (double)pe[20 * d + i] * (double)pe[(20 + k) * d + i];
        }
    }
    note("distances from 0", distance, 8);
    note("distances from 20", elsewhere, 8);
    /* Column 20 of the sines and of the cosines: position 3 to position 8. */
    const double angle = 5 * pow(10000, -20.0 / (double)(half - 1));
    const double sine = (double)pe[3 * d + 20], cosine = (double)pe[3 * d + half + 20];
    turned[0] = sine * cos(angle) + cosine * sin(angle);
    turned[1] = cosine * cos(angle) - sine * sin(angle);
    pair[0] = (double)pe[8 * d + 20];
    pair[1] = (double)pe[8 * d + half + 20];
    note("turned", turned, 2);
    note("there", pair, 2);
}

/* ---- The loss ---- */

/* Of a step whose target is what the model said: its distribution, and what is learnt from. */
static void note_loss(transformer *t, const int32_t *target)
{
    const double smoothing = 0.1, vocab = (double)t->m->config.target_vocab;
    const double wanted = 1 - smoothing + smoothing / vocab;
    double best[4] = {0}, sum = 0, nll = 0, mean = 0, logit;

    for (size_t id = 0; id < t->m->config.target_vocab; id++) {
        plain_linear(t->m, &t->m->weights.output, id, id + 1, t->y, &logit);
        sum += exp(logit);
    }
    for (size_t id = 0; id < t->m->config.target_vocab; id++) {
        plain_linear(t->m, &t->m->weights.output, id, id + 1, t->y, &logit);
        const double log_p = logit - log(sum);
        double p = exp(log_p);
        mean += log_p / vocab;
        if ((int32_t)id == target[STEP]) nll = -log_p;
        for (size_t i = 0; i < 4; i++)
            if (p > best[i]) {
                const double less = best[i];
                best[i] = p;
                p = less;
            }
    }
    const double loss[2] = {nll, (1 - smoothing) * nll - smoothing * mean};
    note("asked for", &wanted, 1);
    note("likeliest", best, 4);
    note("loss", loss, 2);
}

/* ---- Work ---- */

/* Millions of multiplications: the encoder, the decoder's layers, the output's matrix. */
static void note_work(const transformer *t, size_t n_target)
{
    const tr_config *c = &t->m->config;
    const double d = c->d_model, n = (double)t->n, steps = (double)n_target;
    const double encoder = (4 * d * d + 2 * d * c->encoder_ffn) * n + 2 * n * n * d;
    const double past = steps * (steps + 1) / 2;
    const double decoder = (6 * d * d + 2 * d * c->decoder_ffn) * steps + 2 * d * d * n +
                           2 * past * d + 2 * steps * n * d;
    const double work[3] = {encoder * c->n_encoder_layers * 1e-6,
                            decoder * c->n_decoder_layers * 1e-6,
                            steps * d * c->target_vocab * 1e-6};
    const double attention = (2 * n * n * d * c->n_encoder_layers +
                              (2 * past * d + 2 * steps * n * d) * c->n_decoder_layers) *
                             1e-6;
    note("millions", work, 3);
    note("attention", &attention, 1);
}

void questions_note(transformer *t, const int32_t *ids, size_t n, const int32_t *target,
                    size_t n_target)
{
    t->n = n;
    note_norms(t, ids);
    note_residuals(t, ids);
    note_projections(t, ids);
    note_positions(t);
    notes_want(false); /* these have been noted */
    plain_encode(t, ids);
    for (size_t i = 0; i <= STEP && i < n_target; i++)
        plain_decode(t, i, i ? target[i - 1] : t->m->config.start_id, target[i]);
    notes_want(true);
    note_loss(t, target);
    note_work(t, n_target);
}
