#include "line/line_result.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "line/line_marks.h"
#include "line/losses.h"
#include "line/result_tokens.h"
#include "line/sentence_text.h"
#include "setup/estimate.h"
#include "text/stops.h"

/* A line whose result is being put together. */
typedef struct job {
    tr_line *line;
    const tr_setup *setup;
    tr_buf *buf; /* the text of a hypothesis */
    bool places; /* of tokens are wanted */
} job;

static size_t count_eos(const job *j, const tr_sentence_hypothesis *h)
{
    return h->n && h->ids[h->n - 1] == j->setup->m->config.eos ? 1 : 0;
}

static void write_tokens(const job *j, const tr_sentence_hypothesis *h, bool first)
{
    const size_t n = h->n - count_eos(j, h);
    for (size_t i = 0; i < n; i++) {
        if (i || !first) tr_buf_add(j->buf, " ", 1);
        if (j->setup->options.output == TR_IDS)
            tr_buf_printf(j->buf, "%d", h->ids[i]);
        else
            tr_buf_add_string(j->buf, tr_tokenizer_piece(j->setup->tokenizers->target, h->ids[i]));
    }
}

/* Where the first letter of text [len] is, behind what opens a quotation; `len` if there is none.
 */
static size_t first_letter(const char *text, size_t len, int32_t *c)
{
    for (size_t at = 0, n; at < len; at += n) {
        n = tr_utf8_decode(text + at, len - at, c);
        if (tr_is_letter(*c)) return at;
        if (!tr_is_closer(*c) && *c != 0xBF && *c != 0xA1) break;
    }
    return len;
}

/* True if a sentence begins at byte `at` of the source, at once after the full stop of another: not
 * with the sign of a note, which belongs to that one. */
static bool is_tight(const job *j, size_t at, const tr_sentence *next)
{
    const char *const text = j->line->result.source;
    const size_t len = next->end - at;
    int32_t c;

    return next->opens && j->setup->special.source_spaces && at > 0 &&
           strchr(".!?", text[at - 1]) != NULL && first_letter(text + at, len, &c) < len;
}

/* Writes the text before, between or after sentences as it goes into the translation. */
static void write_between(const job *j, size_t begin, size_t end, const tr_sentence *next)
{
    const bool inner = next && next != j->line->sentences;
    const tr_special_tokens *const f = &j->setup->special;
    const char *text = j->line->result.source + begin;
    const size_t len = end - begin;
    const bool blank = len == 1 && *text == ' ';

    if (inner && !f->target_spaces && blank) return;
    if (inner && f->target_spaces && len == 0 && (!f->source_spaces || is_tight(j, begin, next)))
        tr_buf_add(j->buf, " ", 1);
    else
        tr_unicode_add_visible(j->buf, text, len);
}

/* True if the word at text [at, len) is in the source as it is: a name, or what is protected. */
static bool is_of_source(const tr_sentence *s, const char *text, size_t at, size_t len)
{
    enum { LONGEST = 40, SHORTEST = 3 }; /* before an 's */
    const char *const source = s->line->result.source + s->begin;
    const size_t n_source = s->end - s->begin;
    size_t n = 0;

    while (at + n < len && n < LONGEST && text[at + n] != ' ' &&
           (text[at + n] != '\'' || n < SHORTEST))
        n++;
    for (size_t i = 0; i + n <= n_source; i++)
        if (!memcmp(source + i, text + at, n)) return true;
    return false;
}

/* A text that begins with a capital is translated to one that does. */
static void raise_first(const tr_sentence *s, char *text, size_t len)
{
    const size_t n_source = s->end - s->begin;
    int32_t own, c;
    char bytes[4];

    if (first_letter(s->line->result.source + s->begin, n_source, &own) == n_source) return;
    const size_t at = first_letter(text, len, &c);
    if (!tr_is_upper(own) || at == len || !tr_is_lower(c) || is_of_source(s, text, at, len)) return;
    const size_t n = tr_utf8_encode(c, bytes);
    if (tr_utf8_encode(tr_to_upper(c), bytes) == n) memcpy(text + at, bytes, n);
}

/* True if a passage begins with the sentence, and the user does not say how. */
static bool begins_freely(const job *j, const tr_sentence *s)
{
    const bool is_given = j->setup->constraints.beginning && s == j->line->sentences;
    return s->opens && s->may_keep && !is_given;
}

/* Writes a sentence's text, and where its tokens are. */
static int append_sentence(const job *j, const tr_sentence *s, const tr_sentence_hypothesis *h,
                           tr_token *tokens, tr_error *err)
{
    if (s->known.text) {
        tr_buf_add(j->buf, s->known.text, s->known.len);
        return 0;
    }
    size_t *ends = j->places ? malloc((h->n + 1) * sizeof *ends) : NULL, begin = j->buf->len;

    if (j->places && !ends) return tr_fail_memory(err);
    const int rc = tr_sentence_text(s, h, j->setup, j->buf, ends, err);
    if (rc == 0 && j->buf->len > begin && begins_freely(j, s))
        raise_first(s, j->buf->data + begin, j->buf->len - begin);
    for (size_t i = 0; rc == 0 && ends && i < h->n; i++) {
        tokens[i].begin = begin + (i ? ends[i - 1] : 0);
        tokens[i].end = begin + ends[i];
    }
    free(ends);
    return rc;
}

/* A passage is said from where its first sentence is written to where its last one ends, if there
 * is nothing else in it. */
static void note_passage(const job *j, tr_sentence *opening, const tr_sentence *s, size_t begin)
{
    if (s == opening) opening->said.begin = s->begin == s->passage.begin ? begin : SIZE_MAX;
    opening->said.end = s->end == opening->passage.end ? j->buf->len : 0;
}

static int write_text(const job *j, tr_token *tokens, tr_error *err)
{
    tr_line *const line = j->line;
    tr_sentence *opening = NULL;
    size_t at = 0;
    int rc = 0;

    for (tr_sentence *s = line->sentences; s && rc == 0; s = s->next) {
        write_between(j, at, s->begin, s);
        const size_t begin = j->buf->len;
        rc = append_sentence(j, s, s->picked, tokens, err);
        if (s->opens) opening = s;
        if (opening && !opening->known.text && s->picked == &s->hypotheses[0])
            note_passage(j, opening, s, begin);
        tokens += s->picked->n;
        at = s->end;
    }
    write_between(j, at, line->result.source_len, NULL);
    return rc;
}

/* Takes what was written to the buffer as the hypothesis's text. */
static bool keep_text(const job *j, tr_hypothesis *h)
{
    if (j->buf->failed) return false;
    h->text = tr_region_copy(&j->line->region, tr_buf_text(j->buf), j->buf->len);
    h->text_len = j->buf->len;
    return h->text != NULL;
}

/* The score of several sentences together, whose length is the sum of theirs. */
static float joint_score(const job *j, double log_probability, size_t length)
{
    const tr_options *o = &j->setup->options;
    return (float)(log_probability / tr_search_penalty(o->penalty, o->length_penalty, length));
}

/* The k-th hypothesis of each sentence, or its last where it has fewer. */
static void pick(tr_line *line, size_t k)
{
    for (tr_sentence *s = line->sentences; s; s = s->next)
        s->picked = &s->hypotheses[k < s->n_hypotheses ? k : s->n_hypotheses - 1];
}

/* How probable they are together. */
static void rate(const job *j, tr_hypothesis *h)
{
    const tr_sentence *const first = j->line->sentences;
    size_t length = 0;

    for (const tr_sentence *s = first; s; s = s->next) {
        h->log_probability += s->picked->log_probability;
        length += s->picked->length;
    }
    h->score =
        first->next ? joint_score(j, (double)h->log_probability, length) : first->picked->score;
}

/* The line's k-th hypothesis, out of its sentences'. */
static int join_sentences(const job *j, size_t k, tr_hypothesis *h, tr_error *err)
{
    int rc = 0;

    pick(j->line, k);
    rate(j, h);
    tr_token *const tokens = tr_result_tokens(j->line, j->setup, h);
    if (!tokens) return tr_fail_memory(err);
    tr_buf_clear(j->buf);
    if (j->setup->options.output == TR_TEXT)
        rc = write_text(j, tokens, err);
    else
        for (const tr_sentence *s = j->line->sentences; s; s = s->next)
            write_tokens(j, s->picked, s == j->line->sentences);
    if (rc < 0) return rc;
    if (!keep_text(j, h)) return tr_fail_memory(err);
    const bool aligned = j->line->options.alignment || j->line->marks;
    return aligned ? tr_result_alignment(j->line, j->setup, h, err) : 0;
}

/* The line's k-th hypothesis, with the line's marks.  Returns 1, or 0 if a mark has no place in it.
 */
static int make_hypothesis(const job *j, size_t k, tr_hypothesis *h, tr_error *err)
{
    *h = (tr_hypothesis){0};
    const int rc = join_sentences(j, k, h, err);
    if (rc < 0 || !j->line->marks) return rc < 0 ? rc : 1;
    return tr_line_lay_marks(j->line, h, j->setup, j->buf, err);
}

/* A line with nothing to translate goes out as it came; one that failed goes out empty. */
static bool finish_plain(const job *j, tr_hypothesis *h)
{
    const tr_translation *r = &j->line->result;
    tr_buf_clear(j->buf);
    if (!r->status && j->setup->is_text) tr_unicode_add_visible(j->buf, r->source, r->source_len);
    return keep_text(j, h);
}

static void fail_result(tr_line *line, enum tr_beam_failure failure)
{
    tr_line_fail(line, TR_ENUMERIC,
                 failure == TR_BEAM_NOT_FINITE ? "the network computed a number that is not finite"
                                               : "no token may follow: all are ruled out");
}

/* Adds up the searches of the line's sentences. */
static void add_up(tr_line *line)
{
    for (const tr_sentence *s = line->sentences; s; s = s->next) {
        line->result.n_retried += s->retried;
        line->result.n_improved += s->improved;
        line->result.n_terms += s->terms ? s->terms->n : 0;
        line->result.n_terms_placed += s->n_unsaid > s->n_missing ? s->n_unsaid - s->n_missing : 0;
        line->result.n_terms_missing += s->n_missing;
        if (s->failure) fail_result(line, s->failure);
    }
}

/* The most hypotheses that a sentence has, at least 1; 0 when memory ran out for one of them. */
static size_t count_hypotheses(const tr_line *line)
{
    size_t n = 1;
    for (const tr_sentence *s = line->sentences; s; s = s->next) {
        if (s->n_hypotheses == 0) return 0;
        if (s->n_hypotheses > n) n = s->n_hypotheses;
    }
    return n;
}

/* An estimate of the best hypothesis, over the tokens of all sentences; none of one that came out
 * as its source, unless it was given. */
static void estimate(const job *j)
{
    tr_translation *const r = &j->line->result;
    const tr_hypothesis *const h = &r->hypotheses[0];
    const bool given = j->line->sentences->task.goal.forced != NULL;
    double sum = 0;

    if (!given && h->text_len == r->source_len && !memcmp(h->text, r->source, h->text_len)) return;
    for (size_t i = 0; i < h->n_tokens; i++)
        sum += (double)h->tokens[i].log_probability;
    r->quality = tr_estimate(j->setup->m, sum, h->n_tokens);
}

static job job_of(tr_line *line, const tr_setup *setup, tr_buf *buf)
{
    const bool places = (line->options.alignment && setup->is_text) || line->marks;
    return (job){.line = line, .setup = setup, .buf = buf, .places = places};
}

int tr_line_holds_marks(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err)
{
    const job j = job_of(line, setup, buf);
    tr_hypothesis first;

    if (!line->sentences || line->result.status) return 1;
    for (const tr_sentence *s = line->sentences; s; s = s->next)
        if (s->failure || !s->n_hypotheses) return 1;
    const int rc = tr_result_source_tokens(line, setup, true, err);
    return rc < 0 ? rc : make_hypothesis(&j, 0, &first, err);
}

int tr_line_finish(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err)
{
    const job j = job_of(line, setup, buf);
    tr_translation *r = &line->result;

    add_up(line);
    const bool plain = r->status || !line->sentences;
    const size_t n = plain ? 1 : count_hypotheses(line);
    tr_hypothesis *h = n ? TR_REGION_TAKE(&line->region, tr_hypothesis, n) : NULL;
    if (!h) return tr_fail_memory(err);
    r->hypotheses = h;
    r->n_hypotheses = n;
    int rc = tr_result_source_tokens(line, setup, j.places && !plain, err);
    if (plain) {
        if (line->marks) tr_line_put_marks_back(line, false);
        return rc == 0 && !finish_plain(&j, h) ? tr_fail_memory(err) : rc;
    }
    r->n_hypotheses = 0;
    for (size_t k = 0; k < n && rc >= 0; k++) {
        rc = make_hypothesis(&j, k, &h[r->n_hypotheses], err);
        r->n_hypotheses += rc > 0;
    }
    const int found = tr_losses_find(line, setup, buf, err); /* puts marks back */
    if (rc >= 0) rc = found;
    if (r->n_hypotheses) estimate(&j);
    return rc < 0 ? rc : 0;
}
