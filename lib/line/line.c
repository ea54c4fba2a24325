#include "line/line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

tr_line_options tr_line_options_of(const tr_options *o)
{
    return (tr_line_options){.n_best = (size_t)o->n_best,
                             .alignment = o->alignment,
                             .memory = o->memory != NULL,
                             .formality = o->formality};
}

tr_line *tr_line_create(const char *bytes, size_t len, size_t number, tr_line_options options)
{
    tr_line *line = calloc(1, sizeof *line);
    if (!line) return NULL;
    tr_translation *r = &line->result;
    line->options = options;
    line->size = len;
    r->line = number;
    r->line_end = "";
    r->message = "";
    r->quality = NAN;
    if (len && bytes[len - 1] == '\n') {
        const bool crlf = len > 1 && bytes[len - 2] == '\r';
        r->line_end = crlf ? "\r\n" : "\n";
        len -= crlf ? 2 : 1;
    }
    r->source = tr_region_copy(&line->region, bytes, len);
    r->source_len = len;
    line->last_sentence = &line->sentences;
    if (r->source) return line;
    tr_line_free(line);
    return NULL;
}

void tr_line_free(tr_line *line)
{
    if (!line) return;
    for (tr_sentence *s = line->sentences; s; s = s->next)
        tr_region_free(&s->region);
    tr_region_free(&line->region);
    free(line);
}

void tr_line_fail(tr_line *line, int status, const char *message)
{
    tr_translation *r = &line->result;
    if (r->status) return;
    const char *copy = tr_region_copy(&line->region, message, strlen(message));
    r->status = status;
    r->message = copy ? copy : "out of memory";
}

void tr_line_drop_sentences(tr_line *line)
{
    line->sentences = NULL;
    line->last_sentence = &line->sentences;
}

/* ---- Names ---- */

static bool is_within(tr_span name, tr_span part)
{
    return name.begin < part.end && part.begin < name.end;
}

bool tr_line_names_within(const tr_line *line, tr_span part)
{
    const tr_line_names *const names = line->names;

    for (size_t i = 0; names && i < names->n; i++)
        if (is_within(names->list[i].at, part)) return true;
    return false;
}

void tr_line_forget_names(tr_line *line, tr_span part)
{
    tr_line_names *const names = line->names;
    size_t n = 0;

    for (size_t i = 0; names && i < names->n; i++)
        if (!is_within(names->list[i].at, part)) names->list[n++] = names->list[i];
    if (names) names->n = n;
}

/* ---- Hypotheses ---- */

/* The weights of one target token: out [n + 1] are the weights of the text's tokens [n], then the
 * sum of all others.  row [n_source] are the weights of all ids of the source; `before` of them
 * come before the text. */
static void copy_weights(const float *row, size_t before, size_t n, size_t n_source, float *out)
{
    float rest = 0;
    for (size_t i = 0; i < n_source; i++)
        if (i < before || i >= before + n) rest += row[i];
    memcpy(out, row + before, n * sizeof *out);
    out[n] = rest;
}

static bool copy_alignment(tr_sentence *s, const tr_special_tokens *special,
                           const tr_kvcache *cache, const tr_path *p, tr_sentence_hypothesis *h)
{
    const size_t width = s->n_tokens + 1;
    float *weight = TR_REGION_TAKE(&s->region, float, tr_size_mul(h->n, width));
    if (!weight) return false;
    for (size_t i = 0; i < h->n; i++)
        copy_weights(tr_kvcache_alignment(cache, p->nodes[i]), special->n_before, s->n_tokens,
                     s->task.n_source, weight + i * width);
    h->alignment = weight;
    return true;
}

bool tr_hypothesis_copy(tr_sentence *s, const tr_special_tokens *special, const tr_kvcache *cache,
                        const tr_path *p, tr_sentence_hypothesis *h)
{
    const size_t n = p->n;
    int32_t *ids = TR_REGION_TAKE(&s->region, int32_t, n);
    float *log_probabilities = TR_REGION_TAKE(&s->region, float, n);
    if (!ids || !log_probabilities) return false;
    memcpy(ids, p->ids, n * sizeof *ids);
    memcpy(log_probabilities, p->log_probabilities, n * sizeof *log_probabilities);
    *h = (tr_sentence_hypothesis){.log_probability = p->log_probability,
                                  .score = p->score,
                                  .length = p->length,
                                  .n = n,
                                  .ids = ids,
                                  .log_probabilities = log_probabilities};
    return !s->task.goal.aligned || copy_alignment(s, special, cache, p, h);
}
