#include "explain/explain_json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"

typedef struct writer {
    FILE *out;
    const record *r;
    const sentence *s;
    bool packed;
    head_choice chosen;
} writer;

/* ---- Values ------------------------------------------------------------------------------- */

/* A string; "<" is escaped, so that no text ends a <script>. */
static void put_json_text(const writer *w, const char *text)
{
    cJSON *item = json_text(text, strlen(text));
    char *quoted = cJSON_PrintUnformatted(item);

    for (const char *c = quoted; c && *c; c++) {
        if (*c == '<')
            fputs("\\u003c", w->out);
        else
            fputc(*c, w->out);
    }
    cJSON_free(quoted);
    cJSON_Delete(item);
}

static void put_key(const writer *w, const char *key)
{
    fprintf(w->out, ",\"%s\":", key);
}

static void put_number(const writer *w, float x)
{
    char text[NUMBER_SIZE];

    if (isfinite(x)) format_float(text, x);
    fputs(isfinite(x) ? text : "null", w->out);
}

static void put_base64(const writer *w, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    fputc('"', w->out);
    for (size_t i = 0; i < n; i += 3) {
        const size_t left = n - i;
        const unsigned b = (unsigned)bytes[i] << 16 | (left > 1 ? bytes[i + 1] : 0u) << 8 |
                           (left > 2 ? bytes[i + 2] : 0u);
        fputc(digits[b >> 18], w->out);
        fputc(digits[b >> 12 & 63], w->out);
        fputc(left > 1 ? digits[b >> 6 & 63] : '=', w->out);
        fputc(left > 2 ? digits[b & 63] : '=', w->out);
    }
    fputc('"', w->out);
}

/* An array x [n], each n-th of `scale` where it is packed. */
static void put_array(const writer *w, const float *x, size_t n, float scale)
{
    unsigned char *bytes = checked_realloc(NULL, n, 2);

    for (size_t i = 0; w->packed && i < n; i++) {
        const unsigned value = (unsigned)(uint16_t)(int32_t)lrintf(x[i] / scale);
        bytes[2 * i] = (unsigned char)(value & 255);
        bytes[2 * i + 1] = (unsigned char)(value >> 8);
    }
    if (w->packed) {
        put_base64(w, bytes, 2 * n);
    } else {
        for (size_t i = 0; i < n; i++) {
            fputc(i ? ',' : '[', w->out);
            put_number(w, x[i]);
        }
        fputs(n ? "]" : "[]", w->out);
    }
    free(bytes);
}

static void put_weights(const writer *w, const float *x, size_t n)
{
    put_array(w, x, n, 1.0f / 65535);
}

/* {"scale":..,"values":..} */
static void put_scaled(const writer *w, const float *x, size_t n)
{
    float largest = 0;

    for (size_t i = 0; i < n; i++)
        largest = fmaxf(largest, fabsf(x[i]));
    const float scale = largest > 0 ? largest / 32767 : 1;
    fputs("{\"scale\":", w->out);
    put_number(w, w->packed ? scale : 1);
    fputs(",\"values\":", w->out);
    put_array(w, x, n, scale);
    fputc('}', w->out);
}

/* ---- Attention ---------------------------------------------------------------------------- */

/* [heads, rows, columns] of a layer. */
static void put_layer(const writer *w, int kind, size_t layer)
{
    const size_t rows = record_rows(w->s, kind), columns = record_columns(w->s, kind);
    const size_t n = w->r->heads * rows * columns;
    float *x = checked_realloc(NULL, n, sizeof *x), *at = x;

    for (size_t h = 0; h < w->r->heads; h++)
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < columns; j++)
                *at++ = record_weight(w->r, w->s, kind, layer, h, i, j);
    put_weights(w, x, n);
    free(x);
}

static void put_attention(const writer *w)
{
    fputs(",\"attention\":{", w->out);
    for (int kind = 0; kind < N_KINDS; kind++) {
        fprintf(w->out, "%s\"%s\":[", kind ? "," : "", kind_names[kind]);
        for (size_t l = 0; l < w->r->layers[kind]; l++) {
            if (l) fputc(',', w->out);
            put_layer(w, kind, l);
        }
        fputc(']', w->out);
    }
    fputc('}', w->out);
}

/* Queries [rows, heads * d_head] and keys [columns, heads * d_head] of a layer. */
static void put_neurons_of(const writer *w, int kind, size_t layer)
{
    const size_t rows = record_rows(w->s, kind), columns = record_columns(w->s, kind);
    const size_t d = w->r->heads * w->r->d_head, most = rows > columns ? rows : columns;
    float *x = checked_realloc(NULL, most * d, sizeof *x);

    for (size_t i = 0; i < rows; i++)
        memcpy(x + i * d, record_look(w->r, w->s, kind, layer, i)->query, d * sizeof *x);
    fputs("{\"query\":", w->out);
    put_scaled(w, x, rows * d);
    for (size_t j = 0; j < columns; j++)
        memcpy(x + j * d, record_key(w->r, w->s, kind, layer, j), d * sizeof *x);
    fputs(",\"key\":", w->out);
    put_scaled(w, x, columns * d);
    fputc('}', w->out);
    free(x);
}

static const char *score_of(const record *r, int kind)
{
    return kind == TR_CROSS ? r->info->cross_score : r->info->self_score;
}

static bool all_neurons(const writer *w)
{
    const size_t most = 1 << 20;
    size_t n = 0;

    for (int kind = 0; kind < N_KINDS; kind++)
        n += w->r->layers[kind] * (record_rows(w->s, kind) + record_columns(w->s, kind));
    return !w->packed || n * w->r->heads * w->r->d_head * 8 / 3 <= most;
}

static void put_neurons(const writer *w)
{
    const bool all = all_neurons(w);

    fputs(",\"neurons\":{", w->out);
    for (int kind = 0; kind < N_KINDS; kind++) {
        const size_t layers = w->r->layers[kind];
        const size_t chosen = w->chosen.layer < layers ? w->chosen.layer : layers - 1;
        fprintf(w->out, "%s\"%s\":[", kind ? "," : "", kind_names[kind]);
        for (size_t l = 0; l < layers; l++) {
            if (l) fputc(',', w->out);
            if ((all || l == chosen) && strcmp(score_of(w->r, kind), "location"))
                put_neurons_of(w, kind, l);
            else
                fputs("null", w->out);
        }
        fputc(']', w->out);
    }
    fputc('}', w->out);
}

static void put_alignment(const writer *w)
{
    const size_t rows = w->s->kept.n_steps, columns = w->s->n_ids;
    float *x = checked_realloc(NULL, rows * columns, sizeof *x);

    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            x[i * columns + j] = record_alignment(w->r, w->s, i, j);
    put_key(w, "alignment");
    put_weights(w, x, rows * columns);
    free(x);
}

/* ---- Search ------------------------------------------------------------------------------- */

static void put_tokens(const writer *w)
{
    const decoding *d = &w->s->kept;

    fputs(",\"source_tokens\":[", w->out);
    for (size_t i = 0; i < w->s->n_ids; i++) {
        fprintf(w->out, "%s{\"id\":%d,\"piece\":", i ? "," : "", (int)w->s->ids[i]);
        put_json_text(w, tr_id_piece(w->r->model, TR_SOURCE, w->s->ids[i]));
        fputc('}', w->out);
    }
    fputs("],\"target_tokens\":[", w->out);
    for (size_t i = 0; i < d->n_steps; i++) {
        fprintf(w->out, "%s{\"id\":%d,\"piece\":", i ? "," : "", (int)d->ids[i]);
        put_json_text(w, tr_id_piece(w->r->model, TR_TARGET, d->ids[i]));
        put_key(w, "log_probability");
        put_number(w, d->log_probability[i]);
        fprintf(w->out, ",\"hypothesis\":%zu}", d->path[i]);
    }
    fputc(']', w->out);
}

/* [from, rank, id, piece, log-probability, total, score, fate, to] */
static void put_candidate(const writer *w, const tr_candidate *c)
{
    fprintf(w->out, "[%zu,%zu,%d,", c->from, c->rank, (int)c->id);
    put_json_text(w, tr_id_piece(w->r->model, TR_TARGET, c->id));
    fputc(',', w->out);
    put_number(w, c->log_probability);
    fputc(',', w->out);
    put_number(w, c->total);
    fputc(',', w->out);
    put_number(w, c->score);
    fprintf(w->out, ",%d,%zu]", c->fate, c->fate == TR_KEPT ? c->to : 0);
}

/* Each step's candidates; the search may have gone on after the best hypothesis had ended.  The
 * page shows five alternatives, and has no use for others that were dropped. */
static void put_beam(const writer *w)
{
    const decoding *d = &w->s->kept;
    const size_t steps = record_search_steps(d);

    fputs(",\"beam\":[", w->out);
    for (size_t step = 0, i = 0; step < steps; step++) {
        bool first = true;
        fputs(step ? ",[" : "[", w->out);
        for (; i < d->n_candidates && d->candidates[i].step == step; i++) {
            const tr_candidate *c = &d->candidates[i];
            if (w->packed && c->fate == TR_DROPPED && c->rank >= TR_LEAST_CANDIDATES) continue;
            if (!first) fputc(',', w->out);
            first = false;
            put_candidate(w, c);
        }
        fputc(']', w->out);
    }
    fputc(']', w->out);
}

static void put_sentence(const writer *w)
{
    static const char *const reasons[] = {"full", "settled", "limit", "loop", "failed"};
    const sentence *s = w->s;

    fprintf(w->out, "{\"line\":%zu,\"source\":", s->line);
    put_json_text(w, s->source);
    put_key(w, "translation");
    put_json_text(w, s->translation);
    put_key(w, "log_probability");
    put_number(w, s->kept.total);
    put_key(w, "score");
    put_number(w, s->kept.score);
    fprintf(w->out, ",\"end\":\"%s\",\"searched_again\":%s,\"forced\":%zu", reasons[s->kept.reason],
            s->searched_again ? "true" : "false", s->kept.first);
    put_tokens(w);
    put_alignment(w);
    put_beam(w);
    put_attention(w);
    put_neurons(w);
    fputc('}', w->out);
}

static void put_model(const writer *w)
{
    const record *r = w->r;
    const tr_model_info *m = r->info;

    fputs("\"model\":{\"name\":", w->out);
    put_json_text(w, m->name);
    put_key(w, "source_language");
    put_json_text(w, m->source_language);
    put_key(w, "target_language");
    put_json_text(w, m->target_language);
    fprintf(w->out,
            ",\"decoder\":\"%s\",\"d_model\":%u,\"heads\":%zu,\"d_head\":%zu,\"encoder_layers\":%u"
            ",\"decoder_layers\":%u,\"alignment_layer\":%d,\"alignment_heads\":%u,\"beam\":%zu"
            ",\"penalty\":\"%s\",\"length_penalty\":",
            m->decoder, (unsigned)m->d_model, r->heads, r->d_head, (unsigned)m->encoder_layers,
            (unsigned)m->decoder_layers, (int)m->alignment_layer, (unsigned)m->alignment_heads,
            r->beam, r->penalty == TR_PENALTY_GNMT ? "gnmt" : "power");
    put_number(w, r->length_penalty);
    fprintf(w->out, ",\"self_score\":\"%s\",\"cross_score\":\"%s\"}", m->self_score,
            m->cross_score);
}

void explain_json(FILE *out, const record *r, bool packed, head_choice chosen)
{
    writer w = {.out = out, .r = r, .packed = packed, .chosen = chosen};

    fputc('{', out);
    put_model(&w);
    fprintf(out, ",\"head\":[\"%s\",%zu,%zu],\"seconds\":{", kind_names[chosen.kind], chosen.layer,
            chosen.head);
    for (int i = 0; i < TR_N_PARTS; i++) {
        fprintf(out, "%s\"%s\":", i ? "," : "", part_names[i]);
        put_number(&w, (float)r->seconds[i]);
    }
    fputs("},\"sentences\":[", out);
    for (size_t i = 0; i < r->n; i++) {
        if (i) fputc(',', out);
        w.s = &r->sentences[i];
        put_sentence(&w);
    }
    fputs("]}", out);
}
