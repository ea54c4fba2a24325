#include "session/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/kept.h"
#include "search/repetition.h"
#include "base/unicode.h"

tr_line *tr_line_create(const char *bytes, size_t len, size_t number)
{
    tr_line *line = calloc(1, sizeof *line);
    if (!line) return NULL;
    tr_translation *r = &line->result;
    line->size = len;
    r->line = number;
    r->line_end = "";
    r->message = "";
    if (len && bytes[len - 1] == '\n') {
        const bool crlf = len > 1 && bytes[len - 2] == '\r';
        r->line_end = crlf ? "\r\n" : "\n";
        len -= crlf ? 2 : 1;
    }
    r->source = tr_region_copy(&line->region, bytes, len);
    r->source_len = len;
    line->last_segment = &line->segments;
    if (r->source) return line;
    tr_line_free(line);
    return NULL;
}

void tr_line_free(tr_line *line)
{
    if (!line) return;
    tr_region_free(&line->region);
    free(line);
}

void tr_line_tools_free(tr_line_tools *t)
{
    tr_splitter_free(t->splitter);
    free(t->ids);
    free(t->pieces);
    free(t->spans);
    tr_buf_free(&t->buf);
}

void tr_line_fail(tr_line *line, int status, const char *message)
{
    tr_translation *r = &line->result;
    if (r->status) return;
    const char *copy = tr_region_copy(&line->region, message, strlen(message));
    r->status = status;
    r->message = copy ? copy : "out of memory";
}

/* ---- From text to segments ---- */

static size_t limit_of(const tr_line_tools *t, size_t n_source)
{
    const tr_options *o = t->options;
    return tr_search_limit(t->search,
                           (double)o->max_length_factor * (double)n_source + o->max_length);
}

static int add_segment(tr_line *line, const tr_line_tools *t, const int32_t *ids, size_t n,
                       size_t begin, size_t end, tr_error *err)
{
    const tr_frame *f = t->frame;
    const size_t n_source = f->n_before + n + f->n_after;
    tr_segment *s = TR_REGION_TAKE(&line->region, tr_segment, 1);
    int32_t *source = TR_REGION_TAKE(&line->region, int32_t, n_source);
    if (!s || !source) return tr_fail_memory(err);
    memcpy(source, f->before, f->n_before * sizeof *source);
    memcpy(source + f->n_before, ids, n * sizeof *source);
    memcpy(source + f->n_before + n, f->after, f->n_after * sizeof *source);
    s->task = (tr_task){.source = source, .n_source = n_source};
    s->task.goal = (tr_goal){.limit = limit_of(t, n),
                             .end_loops = !t->options->raw,
                             .source_repeated = tr_repeated(ids, n, true)};
    s->n_tokens = n;
    s->line = line;
    s->begin = begin;
    s->end = end;
    *line->last_segment = s;
    line->last_segment = &s->next;
    line->n_pending++;
    return 0;
}

/* Bytes that surely hold more tokens than the model reads: what lies behind need not be looked at
 * to find the first cut. */
static size_t window_of(const tr_line_tools *t)
{
    return ((size_t)t->m->config.max_source + 1) * 64;
}

/* At most `window` bytes of text [len], in whole characters. */
static size_t beginning(const char *text, size_t len, size_t window)
{
    if (len <= window) return len;
    while (window > 1 && ((unsigned char)text[window] & 0xc0) == 0x80)
        window--;
    return window;
}

/* How much of text [len] to translate first: as much as the model reads, up to a clause mark or
 * a blank.  Most often a part of the window tells, with as much behind the cut as before it. */
static int first_cut(tr_line_tools *t, const char *text, size_t len, size_t *cut, tr_error *err)
{
    enum { PARTS = 8 };
    size_t n = 0, window = 0;

    for (size_t part = 1; part <= PARTS && window < len && n <= 2 * t->m->config.max_source;
         part *= 2) {
        window = beginning(text, len, window_of(t) / PARTS * part);
        const int rc = tr_tokenizer_encode_spans(t->text->source, text, window, &t->pieces,
                                                 &t->pieces_capacity, &n, err);
        if (rc < 0) return rc;
    }
    if (n <= t->m->config.max_source)
        *cut = window == len ? len : tr_clause_cut(text, len, window);
    else
        *cut = tr_clause_cut(text, len, t->pieces[t->m->config.max_source].begin);
    return 0;
}

static size_t without_blanks_behind(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] == ' ')
        len--;
    return len;
}

/* The first part of text [len] that the model reads at once, all of it if it can: *part bytes,
 * blanks behind it included, with its ids [*n] in t->ids.  *part = 0: not even one character. */
static int first_part(tr_line_tools *t, const char *text, size_t len, size_t *part, size_t *n,
                      tr_error *err)
{
    int rc;

    if (len > window_of(t) && (rc = first_cut(t, text, len, &len, err)) < 0) return rc;
    for (;;) {
        const size_t trimmed = without_blanks_behind(text, len);
        rc = tr_tokenizer_encode(t->text->source, text, trimmed, &t->ids, &t->ids_capacity, n, err);
        if (rc < 0) return rc;
        *part = len;
        if (*n <= t->m->config.max_source) return 0;

        if ((rc = first_cut(t, text, trimmed, &len, err)) < 0) return rc;
        /* Cut off, the part may be read as more pieces than it was as a beginning. */
        if (len >= trimmed) len = tr_clause_cut(text, trimmed, len - 1);
        *part = 0;
        if (len >= trimmed) return 0;
    }
}

/* Whether text goes out as it came where the model has nothing to say about it. */
static bool copies(const tr_line_tools *t)
{
    const tr_options *o = t->options;
    return !o->raw && o->input == TR_TEXT && o->output == TR_TEXT;
}

/* Whether a piece has a letter: that of a byte stands for none. */
static bool has_letter(const char *piece)
{
    size_t len = strlen(piece);
    int32_t c;

    if (!strncmp(piece, "<0x", 3)) return false;
    for (size_t n; len > 0; piece += n, len -= n) {
        n = tr_utf8_decode(piece, len, &c);
        if (tr_is_letter(c)) return true;
    }
    return false;
}

/* Whether t->ids [n] are text to translate: of numbers, symbols and foreign scripts, which have no
 * letter that the model knows, it can only make something up. */
static bool is_text(const tr_line_tools *t, size_t n)
{
    const int32_t *ids = t->ids;
    if (!copies(t)) return n > 0;
    for (size_t i = 0; i < n; i++)
        if (ids[i] != t->m->config.source_unk_id &&
            has_letter(tr_tokenizer_piece(t->text->source, ids[i])))
            return true;
    return false;
}

/* Text without kept words: one segment, or several where it is too long. */
static int add_parts(tr_line *line, tr_line_tools *t, size_t begin, size_t end, tr_error *err)
{
    size_t part = 0, n = 0;

    for (; begin < end; begin += part) {
        const char *text = line->result.source + begin;
        int rc = first_part(t, text, end - begin, &part, &n, err);
        if (rc == 0 && part == 0) {
            tr_line_fail(line, TR_EUNSUPPORTED, "a single character exceeds the model's limit");
            return 0;
        }
        const size_t stop = begin + without_blanks_behind(text, part);
        if (rc == 0 && is_text(t, n)) rc = add_segment(line, t, t->ids, n, begin, stop, err);
        if (rc < 0) return rc;
    }
    return 0;
}

/* text [begin, end) without the white space around it. */
static tr_span trimmed(const char *text, size_t begin, size_t end)
{
    int32_t c;

    while (begin < end) {
        const size_t len = tr_utf8_decode(text + begin, end - begin, &c);
        if (!tr_is_space(c)) break;
        begin += len;
    }
    while (end > begin) {
        size_t at = end - 1;
        while (at > begin && ((unsigned char)text[at] & 0xc0) == 0x80)
            at--;
        tr_utf8_decode(text + at, end - at, &c);
        if (!tr_is_space(c)) break;
        end = at;
    }
    return (tr_span){begin, end};
}

/* One sentence: what stands between words that are kept. */
static int add_sentence(tr_line *line, tr_line_tools *t, size_t begin, size_t end, tr_error *err)
{
    const char *text = line->result.source;
    const bool spaces = tr_language_has_spaces(t->frame->source_language);
    tr_span part, kept;
    int rc = 0;

    while (copies(t) && rc == 0 && tr_kept_next(text, end, begin, spaces, &kept)) {
        part = trimmed(text, begin, kept.begin);
        rc = add_parts(line, t, part.begin, part.end, err);
        begin = kept.end;
    }
    part = trimmed(text, begin, end);
    return rc < 0 ? rc : add_parts(line, t, part.begin, part.end, err);
}

static int prepare_text(tr_line *line, tr_line_tools *t, tr_error *err)
{
    const tr_translation *r = &line->result;
    size_t n;
    int rc = 0;

    if (t->splitter && t->options->split == TR_SPLIT_SENTENCE) {
        rc = tr_splitter_sentences(t->splitter, r->source, r->source_len, &t->spans,
                                   &t->spans_capacity, &n, err);
        for (size_t i = 0; rc == 0 && i < n; i++)
            rc = add_sentence(line, t, t->spans[i].begin, t->spans[i].end, err);
        return rc;
    }
    const tr_span all = trimmed(r->source, 0, r->source_len);
    return all.begin < all.end ? add_sentence(line, t, all.begin, all.end, err) : 0;
}

static int add_id(tr_line_tools *t, size_t *n, int32_t id, tr_error *err)
{
    void *ids = t->ids;
    if (tr_reserve(&ids, &t->ids_capacity, *n + 1, sizeof *t->ids) < 0) return tr_fail_memory(err);
    t->ids = ids;
    t->ids[(*n)++] = id;
    return 0;
}

/* A token of `--input ids`: decimal digits, in the vocabulary. */
static bool parse_id(const char *word, size_t len, uint32_t vocab, int32_t *id)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        if (word[i] < '0' || word[i] > '9') return false;
        value = 10 * value + (uint64_t)(word[i] - '0');
        if (value >= vocab) return false;
    }
    *id = (int32_t)value;
    return len > 0;
}

/* How much of a word a message shows: whole characters. */
static size_t shown(const char *word, size_t len)
{
    size_t n = len < 60 ? len : 60;
    while (n > 0 && n < len && ((unsigned char)word[n] & 0xc0) == 0x80)
        n--;
    return n;
}

/* Ids or pieces between blanks, into t->ids [*n].  A final </s>, which the model's own would
 * follow, is left out. */
static int read_tokens(tr_line *line, tr_line_tools *t, int side, const char *text, size_t len,
                       size_t *n, tr_error *err)
{
    const bool ids = t->options->input == TR_IDS;
    const uint32_t vocab =
        side == TR_SOURCE ? t->m->config.source_vocab : t->m->config.target_vocab;
    const tr_tokenizer *tokenizer = side == TR_SOURCE ? t->text->source : t->text->target;
    const int32_t eos = side == TR_SOURCE ? t->m->config.source_eos_id : t->m->config.eos;
    size_t at = 0;

    *n = 0;
    while (at < len) {
        while (at < len && (text[at] == ' ' || text[at] == '\t'))
            at++;
        const size_t begin = at;
        while (at < len && text[at] != ' ' && text[at] != '\t')
            at++;
        if (at == begin) break;
        int32_t id;
        if (!ids) {
            id = tr_tokenizer_id(tokenizer, text + begin, at - begin);
        } else if (!parse_id(text + begin, at - begin, vocab, &id)) {
            tr_error e;
            tr_fail(&e, TR_EINVAL, "\"%.*s\" is not a token id below %u",
                    (int)shown(text + begin, at - begin), text + begin, vocab);
            tr_line_fail(line, e.code, e.msg);
            return 0;
        }
        const int rc = add_id(t, n, id, err);
        if (rc < 0) return rc;
    }
    if (*n && t->ids[*n - 1] == eos) --*n;
    return 0;
}

static int prepare_tokens(tr_line *line, tr_line_tools *t, tr_error *err)
{
    const tr_translation *r = &line->result;
    size_t n;
    const int rc = read_tokens(line, t, TR_SOURCE, r->source, r->source_len, &n, err);
    if (rc < 0 || r->status || n == 0) return rc;
    if (n > t->m->config.max_source) {
        tr_error e;
        tr_fail(&e, TR_EUNSUPPORTED, "%zu tokens: the model reads at most %u", n,
                t->m->config.max_source);
        tr_line_fail(line, e.code, e.msg);
        return 0;
    }
    return add_segment(line, t, t->ids, n, 0, r->source_len, err);
}

/* Makes the source valid UTF-8 without NULs. */
static int repair(tr_line *line, tr_line_tools *t, tr_error *err)
{
    tr_translation *r = &line->result;

    if (tr_utf8_valid(r->source, r->source_len) && !memchr(r->source, '\0', r->source_len))
        return 0;
    tr_buf_clear(&t->buf);
    r->n_repaired = tr_utf8_repair(r->source, r->source_len, &t->buf);
    r->source = t->buf.failed ? NULL : tr_region_copy(&line->region, t->buf.data, t->buf.len);
    r->source_len = t->buf.len;
    if (r->source) return 0;
    r->source = "";
    r->source_len = 0;
    return tr_fail_memory(err);
}

/* A line that failed has nothing to translate. */
static void drop_segments(tr_line *line)
{
    line->segments = NULL;
    line->last_segment = &line->segments;
    line->n_pending = 0;
}

int tr_line_prepare(tr_line *line, tr_line_tools *t, tr_error *err)
{
    int rc = repair(line, t, err);
    if (rc < 0) return rc;
    rc = t->options->input == TR_TEXT ? prepare_text(line, t, err) : prepare_tokens(line, t, err);
    if (line->result.status) drop_segments(line);
    return rc;
}

/* The target's ids with </s>, as t->ids [*n]. */
static int target_ids(tr_line *line, tr_line_tools *t, tr_string target, size_t *n, tr_error *err)
{
    tr_buf fixed = {0};
    int rc;

    if (t->options->input == TR_TEXT) {
        tr_utf8_repair(target.text, target.len, &fixed);
        rc = fixed.failed ? tr_fail_memory(err)
                          : tr_tokenizer_encode(t->text->target, tr_buf_text(&fixed), fixed.len,
                                                &t->ids, &t->ids_capacity, n, err);
        tr_buf_free(&fixed);
    } else {
        rc = read_tokens(line, t, TR_TARGET, target.text, target.len, n, err);
    }
    return rc < 0 ? rc : add_id(t, n, t->m->config.eos, err);
}

static bool is_line_end(char c)
{
    return c == '\r' || c == '\n';
}

int tr_line_prepare_score(tr_line *line, tr_line_tools *t, tr_string target, tr_error *err)
{
    tr_error e;
    size_t n;
    int rc = tr_line_prepare(line, t, err);

    if (rc < 0 || line->result.status) return rc;
    while (target.len && is_line_end(target.text[target.len - 1]))
        target.len--;
    if (line->n_pending > 1)
        tr_line_fail(line, TR_EUNSUPPORTED, "the source exceeds the model's limit");
    rc = target_ids(line, t, target, &n, err);
    if (rc == 0 && line->n_pending == 0 && n > 1)
        tr_line_fail(line, TR_EUNSUPPORTED, "the source is blank, the target is not");
    if (rc == 0 && n > tr_search_longest(t->search)) {
        tr_fail(&e, TR_EUNSUPPORTED, "the target has %zu tokens: the limit is %zu", n - 1,
                tr_search_longest(t->search) - 1);
        tr_line_fail(line, e.code, e.msg);
    }
    if (line->result.status) drop_segments(line);
    if (rc < 0 || line->n_pending == 0) return rc;
    int32_t *forced = TR_REGION_TAKE(&line->region, int32_t, n);
    if (!forced) return tr_fail_memory(err);
    memcpy(forced, t->ids, n * sizeof *forced);
    line->segments->task.goal.forced = forced;
    line->segments->task.goal.limit = tr_search_limit(t->search, (double)n);
    return 0;
}
