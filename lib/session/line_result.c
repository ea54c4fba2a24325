#include "session/line_result.h"

#include <stdlib.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "session/segment_text.h"

/* A line whose result is being put together. */
typedef struct job {
    tr_line *line;
    const tr_setting *setting;
    tr_buf *buf;     /* the text of a hypothesis */
    tr_span *places; /* in it, of the tokens of all segments; NULL: nobody asks */
} job;

/* The k-th hypothesis of a segment, or its last where it has fewer. */
static const tr_segment_hypothesis *pick(const tr_segment *s, size_t k)
{
    return &s->hypotheses[k < s->n_hypotheses ? k : s->n_hypotheses - 1];
}

static size_t count_eos(const job *j, const tr_segment_hypothesis *h)
{
    return h->n && h->ids[h->n - 1] == j->setting->m->config.eos ? 1 : 0;
}

static void write_tokens(const job *j, const tr_segment_hypothesis *h, bool first)
{
    const size_t n = h->n - count_eos(j, h);
    for (size_t i = 0; i < n; i++) {
        if (i || !first) tr_buf_add(j->buf, " ", 1);
        if (j->setting->options.output == TR_IDS)
            tr_buf_printf(j->buf, "%d", h->ids[i]);
        else
            tr_buf_add_string(j->buf,
                              tr_tokenizer_piece(j->setting->tokenizers->target, h->ids[i]));
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

/* Writes the text before, between or after segments as it goes into the translation. */
static void write_between(const job *j, size_t begin, size_t end, bool inner)
{
    const tr_frame *const f = &j->setting->frame;
    const char *text = j->line->result.source + begin;
    const size_t len = end - begin;
    const bool blank = len == 1 && *text == ' ';

    if (inner && !f->target_spaces && blank) return;
    if (inner && f->target_spaces && len == 0 && !f->source_spaces)
        tr_buf_add(j->buf, " ", 1);
    else
        write_visible(j->buf, text, len);
}

/* Writes a segment's text; places [h->n] (may be NULL) receive where its tokens are. */
static int add_segment(const job *j, const tr_segment *s, const tr_segment_hypothesis *h,
                       tr_span *places, tr_error *err)
{
    size_t *ends = places ? malloc((h->n + 1) * sizeof *ends) : NULL, begin = j->buf->len;

    if (places && !ends) return tr_fail_memory(err);
    const int rc = tr_segment_text(s, h, j->setting, j->buf, ends, err);
    for (size_t i = 0; rc == 0 && ends && i < h->n; i++)
        places[i] = (tr_span){begin + (i ? ends[i - 1] : 0), begin + ends[i]};
    free(ends);
    return rc;
}

static int write_text(const job *j, size_t k, tr_error *err)
{
    const tr_line *line = j->line;
    tr_span *places = j->places;
    size_t at = 0;
    int rc = 0;

    for (const tr_segment *s = line->segments; s && rc == 0; s = s->next) {
        const tr_segment_hypothesis *h = pick(s, k);
        write_between(j, at, s->begin, s != line->segments);
        rc = add_segment(j, s, h, places, err);
        if (places) places += h->n;
        at = s->end;
    }
    write_between(j, at, line->result.source_len, false);
    return rc;
}

static size_t count_tokens(const job *j, size_t k)
{
    size_t n = 0;
    for (const tr_segment *s = j->line->segments; s; s = s->next)
        n += pick(s, k)->n;
    return n;
}

static bool fill_tokens(const job *j, size_t k, tr_hypothesis *h)
{
    tr_line *line = j->line;
    const size_t n = count_tokens(j, k);
    tr_token *tokens = TR_REGION_TAKE(&line->region, tr_token, n);
    if (!tokens) return false;
    h->tokens = tokens;
    h->n_tokens = n;
    for (size_t i = 0; i < n && j->places; i++) {
        tokens[i].begin = j->places[i].begin;
        tokens[i].end = j->places[i].end;
    }
    for (const tr_segment *s = line->segments; s; s = s->next) {
        const tr_segment_hypothesis *from = pick(s, k);
        for (size_t i = 0; i < from->n; i++, tokens++) {
            tokens->id = from->ids[i];
            tokens->piece = j->setting->tokenizers->target
                                ? tr_tokenizer_piece(j->setting->tokenizers->target, from->ids[i])
                                : "";
            tokens->log_probability = from->log_probabilities[i];
        }
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

static bool fill_alignment(const job *j, size_t k, tr_hypothesis *h)
{
    tr_line *line = j->line;
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
static bool keep_text(const job *j, tr_hypothesis *h)
{
    if (j->buf->failed) return false;
    h->text = tr_region_copy(&j->line->region, tr_buf_text(j->buf), j->buf->len);
    h->text_len = j->buf->len;
    return h->text != NULL;
}

/* The score of several segments together, whose length is the sum of theirs. */
static float joint_score(const job *j, double log_probability, size_t length)
{
    const tr_options *o = &j->setting->options;
    return (float)(log_probability / tr_search_penalty(o->penalty, o->length_penalty, length));
}

/* The line's k-th hypothesis, out of its segments'. */
static int join(const job *j, size_t k, tr_hypothesis *h, tr_error *err)
{
    const tr_segment *const first = j->line->segments;
    size_t length = 0;
    int rc = 0;

    for (const tr_segment *s = first; s; s = s->next) {
        h->log_probability += pick(s, k)->log_probability;
        length += pick(s, k)->length;
    }
    h->score =
        first->next ? joint_score(j, (double)h->log_probability, length) : pick(first, k)->score;
    tr_buf_clear(j->buf);
    if (j->setting->options.output == TR_TEXT)
        rc = write_text(j, k, err);
    else
        for (const tr_segment *s = first; s; s = s->next)
            write_tokens(j, pick(s, k), s == first);
    if (rc < 0) return rc;
    if (!keep_text(j, h) || !fill_tokens(j, k, h)) return tr_fail_memory(err);
    return !j->setting->options.alignment || fill_alignment(j, k, h) ? 0 : tr_fail_memory(err);
}

/* Where the tokens of a segment are in the source. */
static int place_source(const job *j, const tr_segment *s, tr_token *tokens, tr_error *err)
{
    const tr_stretch whole = {.text = j->line->result.source, .len = j->line->result.source_len};
    const tr_stretch *const from = s->stretch ? s->stretch : &whole;
    const size_t at = s->stretch ? s->at : s->begin, end = s->stretch ? s->at_end : s->end;
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    const int rc = tr_tokenizer_encode_spans(j->setting->tokenizers->source, from->text + at,
                                             end - at, &spans, &capacity, &n, err);
    for (size_t i = 0; rc == 0 && n == s->n_tokens && i < n; i++) {
        const tr_stand_ins *const in = &from->stand_ins;
        tokens[i].begin = tr_stand_ins_source(in, from->begin, at + spans[i].begin, false);
        tokens[i].end = tr_stand_ins_source(in, from->begin, at + spans[i].end, true);
    }
    free(spans);
    return rc;
}

static int place_source_tokens(const job *j, tr_error *err)
{
    tr_token *tokens = (tr_token *)j->line->result.source_tokens;
    int rc = 0;

    for (const tr_segment *s = j->line->segments; s && rc == 0; tokens += s->n_tokens, s = s->next)
        rc = place_source(j, s, tokens, err);
    return rc;
}

static bool fill_source_tokens(const job *j)
{
    tr_line *line = j->line;
    size_t n = 0;
    for (const tr_segment *s = line->segments; s; s = s->next)
        n += s->n_tokens;
    tr_token *tokens = TR_REGION_TAKE(&line->region, tr_token, n);
    if (!tokens) return false;
    line->result.source_tokens = tokens;
    line->result.n_source_tokens = n;
    for (const tr_segment *s = line->segments; s; s = s->next) {
        for (size_t i = 0; i < s->n_tokens; i++) {
            const int32_t id = s->task.source[j->setting->frame.n_before + i];
            *tokens++ =
                (tr_token){.id = id,
                           .piece = j->setting->tokenizers->source
                                        ? tr_tokenizer_piece(j->setting->tokenizers->source, id)
                                        : ""};
        }
    }
    return true;
}

/* A line with nothing to translate goes out as it came; one that failed goes out empty. */
static bool finish_plain(const job *j, tr_hypothesis *h)
{
    const tr_translation *r = &j->line->result;
    tr_buf_clear(j->buf);
    if (!r->status && j->setting->is_text) write_visible(j->buf, r->source, r->source_len);
    return keep_text(j, h);
}

static void fail(tr_line *line, enum tr_beam_failure failure)
{
    tr_line_fail(line, TR_ENUMERIC,
                 failure == TR_BEAM_NOT_FINITE ? "the network computed a number that is not finite"
                                               : "no token may follow: all are ruled out");
}

/* What the searches of the segments say of the line. */
static void add_up(tr_line *line)
{
    for (const tr_segment *s = line->segments; s; s = s->next) {
        line->result.n_retried += s->retried;
        line->result.n_improved += s->improved;
        line->result.n_lost += s->n_lost;
        line->result.n_terms += s->terms ? tr_terms_count(s->terms) : 0;
        line->result.n_terms_missing += s->n_missing;
        if (s->failure) fail(line, s->failure);
    }
}

/* The most hypotheses that a segment has, at least 1; 0 when memory ran out for one of them. */
static size_t count_hypotheses(const tr_line *line)
{
    size_t n = 1;
    for (const tr_segment *s = line->segments; s; s = s->next) {
        if (s->n_hypotheses == 0) return 0;
        if (s->n_hypotheses > n) n = s->n_hypotheses;
    }
    return n;
}

int tr_line_finish(tr_line *line, const tr_setting *setting, tr_buf *buf, tr_error *err)
{
    job j = {.line = line, .setting = setting, .buf = buf};
    tr_translation *r = &line->result;
    const bool places = setting->options.alignment && setting->is_text;
    int rc = 0;

    add_up(line);
    const bool plain = r->status || !line->segments;
    const size_t n = plain ? 1 : count_hypotheses(line);
    tr_hypothesis *h = n ? TR_REGION_TAKE(&line->region, tr_hypothesis, n) : NULL;
    if (!h || !fill_source_tokens(&j)) return tr_fail_memory(err);
    r->hypotheses = h;
    r->n_hypotheses = n;
    if (plain) return finish_plain(&j, h) ? 0 : tr_fail_memory(err);
    if (places) rc = place_source_tokens(&j, err);
    for (size_t k = 0; k < n && rc == 0; k++) {
        if (places) j.places = TR_REGION_TAKE(&line->region, tr_span, count_tokens(&j, k) + 1);
        rc = places && !j.places ? tr_fail_memory(err) : join(&j, k, &h[k], err);
    }
    return rc;
}
