#include "explain/explain_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/message.h"

const char *const kind_names[N_KINDS] = {"encoder", "decoder", "cross"};
const char *const part_names[TR_N_PARTS] = {
    "embedding",
    "encoder self-attention",
    "encoder feed-forward",
    "keys and values of the source",
    "decoder self-attention or SSRU",
    "cross-attention",
    "decoder feed-forward",
    "output and softmax",
    "beam search",
};

/* ---- Memory ------------------------------------------------------------------------------- */

static void *grown(void *array, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity) return array;
    *capacity = *capacity ? 2 * *capacity : 64;
    return checked_realloc(array, *capacity, size);
}

static void *copy_string(const void *from, size_t n, size_t size)
{
    void *to = checked_realloc(NULL, n + 1, size);
    if (n) memcpy(to, from, n * size);
    return to;
}

static char *text_of_piece(const char *text, size_t len)
{
    char *copy = copy_string(text, len, 1);
    copy[len] = '\0';
    return copy;
}

static void free_look(attention_row *l)
{
    free(l->weights);
    free(l->query);
    free(l->key);
}

static void free_rows(attention_rows *l)
{
    for (size_t i = 0; i < l->n; i++)
        free_look(&l->at[i]);
    free(l->at);
    *l = (attention_rows){0};
}

static void free_decoding(decoding *d)
{
    free_rows(&d->rows);
    free(d->candidates);
    free(d->ids);
    free(d->path);
    free(d->log_probability);
    *d = (decoding){0};
}

static void free_sentence(sentence *s)
{
    free(s->source);
    free(s->translation);
    free(s->ids);
    free_rows(&s->encoder);
    free_decoding(&s->now);
    free_decoding(&s->kept);
}

void record_init(record *r, const tr_model *model, const tr_options *o)
{
    const tr_model_info *info = tr_model_get_info(model);
    const size_t decoder = info->decoder_layers;

    *r = (record){
        .model = model,
        .info = info,
        .heads = info->heads,
        .d_head = info->d_key,
        .beam = (size_t)o->beam_size,
        .layers = {info->encoder_layers, strcmp(info->decoder, "ssru") ? decoder : 0, decoder},
        .length_penalty = o->length_penalty,
        .penalty = o->penalty};
}

void record_free(record *r)
{
    for (size_t i = 0; i < r->n; i++)
        free_sentence(&r->sentences[i]);
    free(r->sentences);
    *r = (record){0};
}

/* ---- What the library tells --------------------------------------------------------------- */

/* Drops sentences that are translated once more in another way: placeholders were lost. */
static void drop_overlap(record *r, size_t begin, size_t end)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        sentence *s = &r->sentences[i];
        if (s->line == r->line && s->begin < end && begin < s->end)
            free_sentence(s);
        else
            r->sentences[n++] = *s;
    }
    r->n = n;
}

static void begin_record(void *ctx, const tr_search_begin *b)
{
    record *const r = ctx;

    if (b->again) {
        r->sentences[r->n - 1].searched_again = true;
        return;
    }
    drop_overlap(r, b->begin, b->end);
    r->sentences = grown(r->sentences, r->n, &r->capacity, sizeof *r->sentences);
    r->sentences[r->n++] = (sentence){.line = r->line,
                                      .begin = b->begin,
                                      .end = b->end,
                                      .ids = copy_string(b->ids, b->n_ids, sizeof *b->ids),
                                      .n_ids = b->n_ids,
                                      .n_before = b->n_before,
                                      .n_tokens = b->n_tokens};
}

/* The keys that no earlier row has. */
static void copy_keys(attention_row *l, const tr_attention_row *a)
{
    const size_t width = a->n_heads * a->d_head;
    const bool cross = a->kind == TR_CROSS;
    const size_t first = cross ? 0 : a->kind == TR_ENCODER_SELF ? a->row : a->n - 1;

    if (cross && (a->step || a->row)) return;
    l->n_keys = cross ? a->n : 1;
    l->key = checked_realloc(NULL, l->n_keys * width, sizeof *l->key);
    for (size_t j = 0; j < l->n_keys; j++)
        tr_attention_key(a, first + j, l->key + j * width);
}

static void attention(void *ctx, const tr_attention_row *a)
{
    record *const r = ctx;
    sentence *s = &r->sentences[r->n - 1];
    attention_rows *to = a->kind == TR_ENCODER_SELF ? &s->encoder : &s->now.rows;

    to->at = grown(to->at, to->n, &to->capacity, sizeof *to->at);
    attention_row *l = &to->at[to->n++];
    *l = (attention_row){
        .kind = a->kind, .layer = a->layer, .row = a->row, .step = a->step, .n = a->n};
    l->weights = checked_realloc(NULL, a->n_heads * a->n, sizeof *l->weights);
    for (size_t h = 0; h < a->n_heads; h++)
        for (size_t j = 0; j < a->n; j++)
            l->weights[h * a->n + j] = tr_attention_weight(a, h, j);
    l->query = copy_string(a->query, a->n_heads * a->d_head, sizeof *l->query);
    copy_keys(l, a);
}

static void candidate(void *ctx, const tr_candidate *c)
{
    record *const r = ctx;
    decoding *d = &r->sentences[r->n - 1].now;

    d->candidates = grown(d->candidates, d->n_candidates, &d->capacity, sizeof *d->candidates);
    d->candidates[d->n_candidates++] = *c;
}

static const tr_candidate *find_candidate(const decoding *d, size_t step, size_t from, int32_t id)
{
    for (size_t i = 0; i < d->n_candidates; i++) {
        const tr_candidate *c = &d->candidates[i];
        if (c->step == step && c->from == from && c->id == id && c->fate != TR_DROPPED) return c;
    }
    return NULL;
}

/* Finds the way of the best hypothesis through the beam. */
static void follow(const record *r, decoding *d, const tr_search_end *e)
{
    size_t live = 0;

    d->first = d->n_candidates ? d->candidates[0].step : 0;
    d->n_steps = d->first + e->n;
    d->ids = checked_realloc(NULL, d->n_steps + 1, sizeof *d->ids);
    d->path = checked_realloc(NULL, d->n_steps + 1, sizeof *d->path);
    d->log_probability = checked_realloc(NULL, d->n_steps + 1, sizeof *d->log_probability);
    for (size_t i = 0; i < d->n_steps; i++) {
        d->path[i] = live;
        d->log_probability[i] = 0;
        d->ids[i] = i < d->first ? r->info->forced_first : e->ids[i - d->first];
        if (i < d->first) continue;
        const tr_candidate *c = find_candidate(d, i, live, d->ids[i]);
        if (!c) continue;
        live = c->to;
        d->log_probability[i] = c->log_probability;
        d->total = c->total;
        d->score = c->score;
    }
}

/* Rows of attention of other hypotheses are not shown. */
static void keep_best_looks(decoding *d)
{
    size_t n = 0;

    for (size_t i = 0; i < d->rows.n; i++) {
        attention_row *l = &d->rows.at[i];
        if (l->step < d->n_steps && d->path[l->step] == l->row)
            d->rows.at[n++] = *l;
        else
            free_look(l);
    }
    d->rows.n = n;
}

static void end_record(void *ctx, const tr_search_end *e)
{
    record *const r = ctx;
    sentence *s = &r->sentences[r->n - 1];

    if (e->kept) {
        free_decoding(&s->kept);
        s->kept = s->now;
        s->kept.reason = e->reason;
        follow(r, &s->kept, e);
        keep_best_looks(&s->kept);
    } else {
        free_decoding(&s->now);
    }
    s->now = (decoding){0};
}

tr_observer record_observer(record *r)
{
    return (tr_observer){.ctx = r,
                         .begin = begin_record,
                         .attention = attention,
                         .candidate = candidate,
                         .end = end_record};
}

static void part(void *ctx, int which)
{
    timer *const t = ctx;
    const double at = clock_seconds();

    if (t->part >= 0) t->seconds[t->part] += at - t->start;
    t->part = which;
    t->start = at;
}

static void over(void *ctx, const tr_search_end *e)
{
    (void)e;
    part(ctx, -1);
}

tr_observer record_timer(timer *t)
{
    return (tr_observer){.ctx = t, .part = part, .end = over};
}

/* ---- A line ------------------------------------------------------------------------------- */

/* NULL after a sentence. */
static char *detokenized(const record *r, const decoding *d)
{
    char *text = NULL, *copy;
    tr_error err;

    if (d->n_steps == 0) return text_of_piece("", 0);
    if (tr_detokenize(r->model, TR_TARGET, d->ids + d->first, d->n_steps - d->first, &text, &err)) {
        complain("%s", err.msg);
        return NULL;
    }
    copy = text_of_piece(text, strlen(text));
    tr_text_free(text);
    return copy;
}

static int by_place(const void *a, const void *b)
{
    const sentence *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

int record_line(record *r, tr_session *session, tr_session *timed, const char *text, size_t len)
{
    const tr_translation *t, *again;
    const size_t before = r->n;
    tr_error err;

    r->line++;
    if (tr_translate(session, text, len, &t, &err)) {
        complain("%s", err.msg);
        return EXIT_FAILED;
    }
    if (t->status) {
        complain("line %zu: %s", r->line, t->message);
        return EXIT_FAILED;
    }
    for (size_t i = before; i < r->n; i++) {
        sentence *s = &r->sentences[i];
        s->source = text_of_piece(t->source + s->begin, s->end - s->begin);
        s->translation = detokenized(r, &s->kept);
        if (!s->translation) return EXIT_FAILED;
    }
    if (r->n) qsort(r->sentences, r->n, sizeof *r->sentences, by_place);
    if (timed && tr_translate(timed, text, len, &again, &err)) {
        complain("%s", err.msg);
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

/* ---- Asking ------------------------------------------------------------------------------- */

const attention_row *record_look(const record *r, const sentence *s, int kind, size_t layer,
                                 size_t i)
{
    const attention_rows *l = kind == TR_ENCODER_SELF ? &s->encoder : &s->kept.rows;
    /* A layer's rows follow each other: of the encoder, all positions; of a step of the decoder,
     * one row of each block. */
    const size_t blocks = r->layers[TR_CROSS] * (r->layers[TR_DECODER_SELF] ? 2 : 1);
    const size_t at = kind == TR_ENCODER_SELF      ? layer * s->n_ids + i
                      : r->layers[TR_DECODER_SELF] ? i * blocks + 2 * layer + (kind == TR_CROSS)
                                                   : i * blocks + layer;
    return at < l->n ? &l->at[at] : NULL;
}

float record_weight(const record *r, const sentence *s, int kind, size_t layer, size_t head,
                    size_t i, size_t j)
{
    const attention_row *l = record_look(r, s, kind, layer, i);
    return l && j < l->n ? l->weights[head * l->n + j] : 0;
}

const float *record_key(const record *r, const sentence *s, int kind, size_t layer, size_t j)
{
    const attention_row *l = record_look(r, s, kind, layer, kind == TR_CROSS ? 0 : j);
    return l->key + (kind == TR_CROSS ? j * r->heads * r->d_head : 0);
}

size_t record_rows(const sentence *s, int kind)
{
    return kind == TR_ENCODER_SELF ? s->n_ids : s->kept.n_steps;
}

size_t record_columns(const sentence *s, int kind)
{
    return kind == TR_DECODER_SELF ? s->kept.n_steps : s->n_ids;
}

size_t record_search_steps(const decoding *d)
{
    const size_t n = d->n_candidates ? d->candidates[d->n_candidates - 1].step + 1 : 0;
    return n > d->n_steps ? n : d->n_steps;
}

const char *record_row_label(const record *r, const sentence *s, int kind, size_t i)
{
    return kind == TR_ENCODER_SELF ? tr_id_piece(r->model, TR_SOURCE, s->ids[i])
                                   : tr_id_piece(r->model, TR_TARGET, s->kept.ids[i]);
}

const char *record_column_label(const record *r, const sentence *s, int kind, size_t j)
{
    if (kind != TR_DECODER_SELF) return tr_id_piece(r->model, TR_SOURCE, s->ids[j]);
    return j ? tr_id_piece(r->model, TR_TARGET, s->kept.ids[j - 1]) : "<start>";
}

float record_alignment(const record *r, const sentence *s, size_t i, size_t j)
{
    const tr_model_info *m = r->info;
    const bool known = m->alignment_layer >= 0;
    const size_t layer = known ? (size_t)m->alignment_layer : r->layers[TR_CROSS] - 1;
    const size_t heads = known ? m->alignment_heads : r->heads;
    float sum = 0;

    for (size_t h = 0; h < heads; h++)
        sum += record_weight(r, s, TR_CROSS, layer, h, i, j);
    return sum / (float)heads;
}
