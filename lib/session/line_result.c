/* line_result.c - from the hypotheses of its segments to a line's translation. */
#include <string.h>

#include "session/line.h"
#include "base/unicode.h"

/* The k-th hypothesis of a segment, or its last where it has fewer. */
static const tr_segment_hypothesis *pick(const tr_segment *s, size_t k)
{
    return &s->hypotheses[k < s->n_hypotheses ? k : s->n_hypotheses - 1];
}

static size_t count_eos(const tr_line_tools *t, const tr_segment_hypothesis *h)
{
    return h->n && h->ids[h->n - 1] == t->m->config.eos ? 1 : 0;
}

static void write_tokens(tr_line_tools *t, const tr_segment_hypothesis *h, bool first)
{
    const size_t n = h->n - count_eos(t, h);
    for (size_t i = 0; i < n; i++) {
        if (i || !first) tr_buf_add(&t->buf, " ", 1);
        if (t->options->output == TR_IDS)
            tr_buf_printf(&t->buf, "%d", h->ids[i]);
        else
            tr_buf_add_string(&t->buf, tr_tokenizer_piece(t->text->target, h->ids[i]));
    }
}

/* Text that is not translated, less its control characters: escape sequences end here. */
static void write_visible(tr_buf *out, const char *text, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        if (!tr_is_control(c) || tr_is_space(c)) tr_buf_add(out, text + at, n);
    }
}

/* What stands between two segments, or around them, as it goes into the translation. */
static void write_between(tr_line_tools *t, const tr_line *line, size_t begin, size_t end,
                          bool inner)
{
    const bool spaces = tr_language_has_spaces(t->frame->target_language);
    const char *text = line->result.source + begin;
    const size_t len = end - begin;
    const bool blank = len == 1 && *text == ' ';

    if (inner && !spaces && blank) return;
    if (inner && spaces && len == 0 && !tr_language_has_spaces(t->frame->source_language))
        tr_buf_add(&t->buf, " ", 1);
    else
        write_visible(&t->buf, text, len);
}

static int write_text(tr_line_tools *t, const tr_line *line, size_t k, tr_error *err)
{
    size_t at = 0;
    int rc = 0;

    for (const tr_segment *s = line->segments; s && rc == 0; s = s->next) {
        const tr_segment_hypothesis *h = pick(s, k);
        write_between(t, line, at, s->begin, s != line->segments);
        rc = tr_tokenizer_decode(t->text->target, h->ids, h->n - count_eos(t, h), &t->buf, err);
        at = s->end;
    }
    write_between(t, line, at, line->result.source_len, false);
    return rc;
}

static bool fill_tokens(const tr_line_tools *t, tr_line *line, size_t k, tr_hypothesis *h)
{
    size_t n = 0;
    for (const tr_segment *s = line->segments; s; s = s->next)
        n += pick(s, k)->n;
    tr_token *tokens = TR_REGION_TAKE(&line->region, tr_token, n);
    if (!tokens) return false;
    h->tokens = tokens;
    h->n_tokens = n;
    for (const tr_segment *s = line->segments; s; s = s->next) {
        const tr_segment_hypothesis *from = pick(s, k);
        for (size_t i = 0; i < from->n; i++)
            *tokens++ = (tr_token){
                .id = from->ids[i],
                .piece = t->text->target ? tr_tokenizer_piece(t->text->target, from->ids[i]) : "",
                .log_probability = from->log_probabilities[i]};
    }
    return true;
}

static size_t best_of(const float *weight, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (weight[i] > weight[best]) best = i;
    return best;
}

static bool fill_alignment(tr_line *line, size_t k, tr_hypothesis *h)
{
    tr_alignment *a = TR_REGION_TAKE(&line->region, tr_alignment, h->n_tokens);
    size_t first = 0;
    if (!a) return false;
    h->alignment = a;
    for (const tr_segment *s = line->segments; s; first += s->n_tokens, s = s->next) {
        const tr_segment_hypothesis *from = pick(s, k);
        for (size_t i = 0; i < from->n; i++, a++) {
            const float *weight = from->alignment + i * (s->n_tokens + 1);
            const size_t best = best_of(weight, s->n_tokens + 1);
            *a = (tr_alignment){.first = first, .n = s->n_tokens, .weight = weight};
            a->best = best < s->n_tokens ? first + best : line->result.n_source_tokens;
        }
    }
    return true;
}

/* What was written to the buffer becomes the hypothesis's text. */
static bool keep_text(tr_line *line, const tr_line_tools *t, tr_hypothesis *h)
{
    if (t->buf.failed) return false;
    h->text = tr_region_copy(&line->region, tr_buf_text(&t->buf), t->buf.len);
    h->text_len = t->buf.len;
    return h->text != NULL;
}

/* The line's k-th hypothesis, out of its segments'. */
static int join(tr_line_tools *t, tr_line *line, size_t k, tr_hypothesis *h, tr_error *err)
{
    const tr_segment *const only = line->segments;
    size_t length = 0;
    int rc = 0;

    for (const tr_segment *s = line->segments; s; s = s->next) {
        h->log_probability += pick(s, k)->log_probability;
        length += pick(s, k)->length;
    }
    h->score =
        only->next
            ? (float)((double)h->log_probability /
                      tr_search_penalty(t->options->penalty, t->options->length_penalty, length))
            : pick(only, k)->score;
    tr_buf_clear(&t->buf);
    if (t->options->output == TR_TEXT)
        rc = write_text(t, line, k, err);
    else
        for (const tr_segment *s = line->segments; s; s = s->next)
            write_tokens(t, pick(s, k), s == line->segments);
    if (rc < 0) return rc;
    if (!keep_text(line, t, h) || !fill_tokens(t, line, k, h)) return tr_fail_memory(err);
    return !t->options->alignment || fill_alignment(line, k, h) ? 0 : tr_fail_memory(err);
}

static bool fill_source_tokens(const tr_line_tools *t, tr_line *line)
{
    size_t n = 0;
    for (const tr_segment *s = line->segments; s; s = s->next)
        n += s->n_tokens;
    tr_token *tokens = TR_REGION_TAKE(&line->region, tr_token, n);
    if (!tokens) return false;
    line->result.source_tokens = tokens;
    line->result.n_source_tokens = n;
    for (const tr_segment *s = line->segments; s; s = s->next) {
        for (size_t i = 0; i < s->n_tokens; i++) {
            const int32_t id = s->task.source[t->frame->n_before + i];
            *tokens++ = (tr_token){
                .id = id, .piece = t->text->source ? tr_tokenizer_piece(t->text->source, id) : ""};
        }
    }
    return true;
}

/* A line with nothing to translate goes out as it came; one that failed goes out empty. */
static bool finish_plain(tr_line *line, tr_line_tools *t, tr_hypothesis *h)
{
    const tr_translation *r = &line->result;
    tr_buf_clear(&t->buf);
    if (!r->status && t->options->input == TR_TEXT && t->options->output == TR_TEXT)
        write_visible(&t->buf, r->source, r->source_len);
    return keep_text(line, t, h);
}

int tr_line_finish(tr_line *line, tr_line_tools *t, tr_error *err)
{
    tr_translation *r = &line->result;
    size_t n = 1;
    int rc = 0;

    for (const tr_segment *s = line->segments; s && !r->status; s = s->next) {
        if (s->n_hypotheses == 0) return tr_fail_memory(err);
        if (s->n_hypotheses > n) n = s->n_hypotheses;
    }
    tr_hypothesis *h = TR_REGION_TAKE(&line->region, tr_hypothesis, n);
    if (!h || !fill_source_tokens(t, line)) return tr_fail_memory(err);
    r->hypotheses = h;
    r->n_hypotheses = n;
    if (r->status || !line->segments) {
        r->n_hypotheses = 1;
        if (!finish_plain(line, t, h)) rc = tr_fail_memory(err);
    } else {
        for (size_t k = 0; k < n && rc == 0; k++)
            rc = join(t, line, k, &h[k], err);
    }
    return rc;
}
