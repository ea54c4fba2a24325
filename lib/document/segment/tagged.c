#include "document/segment/tagged.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/segment/run_fill.h"
#include "text/marks/mark_words.h"
#include "text/placeables/placeholders.h"

void tr_tagged_add_text(tr_buf *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '<')
            tr_buf_add_string(out, "&lt;");
        else if (text[i] == '&')
            tr_buf_add_string(out, "&amp;");
        else
            tr_buf_add(out, text + i, 1);
    }
}

/* ---- The source */

/* Ends the pair *open, which is the innermost; *written is how far the text is. */
static void end_pair(const tr_segment *p, int *open, size_t *written, tr_buf *out)
{
    const tr_mark *const m = &p->marks[*open];
    tr_tagged_add_text(out, p->text + *written, m->end - *written);
    *written = m->end;
    tr_buf_printf(out, "</%d>", *open + 1);
    *open = m->parent;
}

void tr_tagged_source(const tr_segment *p, tr_buf *out)
{
    size_t written = 0;
    int open = -1;

    for (size_t i = 0; i < p->n_marks; i++) {
        const tr_mark *const m = &p->marks[i];
        while (open != m->parent)
            end_pair(p, &open, &written, out);
        tr_tagged_add_text(out, p->text + written, m->begin - written);
        written = m->kind == TR_MARK_ATOM ? m->end : m->begin;
        tr_buf_printf(out, m->kind == TR_MARK_PAIR ? "<%zu>" : "<%zu/>", i + 1);
        if (m->kind == TR_MARK_PAIR) open = (int)i;
    }
    while (open >= 0)
        end_pair(p, &open, &written, out);
    tr_tagged_add_text(out, p->text + written, p->len - written);
}

/* ---- The target */

typedef struct job {
    const tr_content *content;
    const tr_segment *segment;
    tr_buf *out;
    tr_buf text;      /* not yet written: plain */
    tr_buf plain;     /* all of it, with private characters for atoms */
    bool *seen;       /* [n_marks] */
    size_t *begins;   /* [n_marks] of what stands in a pair, in *out */
    int open;         /* the innermost pair, or -1 */
    tr_run_fill fill; /* of a segment with runs */
    tr_error *err;
} job;

static int refuse_tag(job *j, const char *why, size_t mark)
{
    if (mark) return tr_fail(j->err, TR_EINVAL, "%s: <%zu>", why, mark);
    return tr_fail(j->err, TR_EINVAL, "%s", why);
}

static void encode_segment_text(const job *j, const char *text, size_t len)
{
    const tr_segment *const p = j->segment;
    tr_buf html = {0};

    if (p->html) {
        tr_writing_encode(&(tr_text_place){j->content, p, p->html}, text, len, &html);
        j->out->failed = j->out->failed || html.failed;
        text = tr_buf_text(&html);
        len = html.len;
    }
    tr_writing_encode(&(tr_text_place){j->content, p, p->writing}, text, len, j->out);
    tr_buf_free(&html);
}

static void flush_text(job *j)
{
    tr_buf_add(&j->plain, tr_buf_text(&j->text), j->text.len);
    if (j->text.len && j->segment->n_runs)
        tr_run_fill_add_text(&j->fill, j->open, j->text.data, j->text.len);
    else if (j->text.len)
        encode_segment_text(j, j->text.data, j->text.len);
    j->plain.failed = j->plain.failed || j->text.failed;
    tr_buf_clear(&j->text);
}

static void copy_mark(job *j, enum tr_run_fill_kind kind, int mark)
{
    const tr_mark *const m = &j->segment->marks[mark];
    const tr_span raw = kind == TR_RUN_FILL_CLOSE ? m->close : m->open;

    if (j->segment->n_runs)
        tr_run_fill_add_mark(&j->fill, kind, mark);
    else if (kind == TR_RUN_FILL_CLOSE && j->segment->writing->close)
        j->segment->writing->close(j->content, m, j->begins[mark], j->out);
    else if (kind != TR_RUN_FILL_CLOSE && j->segment->writing->open)
        j->segment->writing->open(j->content, m, j->out);
    else
        tr_buf_add(j->out, j->content->bytes + raw.begin, raw.end - raw.begin);
    j->begins[mark] = j->out->len;
}

static int put_mark(job *j, size_t k, bool end, bool single)
{
    const tr_segment *const p = j->segment;
    if (k == 0 || k > p->n_marks) return refuse_tag(j, "there is no such mark", k);
    const tr_mark *const m = &p->marks[k - 1];
    const bool pair = m->kind == TR_MARK_PAIR;

    flush_text(j);
    if (end) {
        if (j->open != (int)(k - 1)) return refuse_tag(j, "an end without its start", k);
        copy_mark(j, TR_RUN_FILL_CLOSE, (int)(k - 1));
        j->open = m->parent;
        return 0;
    }
    if (pair == single) return refuse_tag(j, "a pair is written as <k>...</k>, others as <k/>", k);
    if (j->seen[k - 1]) return refuse_tag(j, "a mark is there twice", k);
    if (j->open != m->parent) return refuse_tag(j, "a mark stands in another one", k);
    j->seen[k - 1] = true;
    copy_mark(j, pair ? TR_RUN_FILL_OPEN : TR_RUN_FILL_POINT, (int)(k - 1));
    if (pair) j->open = (int)(k - 1);
    if (m->kind == TR_MARK_ATOM) tr_buf_add(&j->plain, p->text + m->begin, m->end - m->begin);
    return 0;
}

/* The length of the mark at the beginning of text [len], 0 if there is none. */
static size_t read_mark(const char *text, size_t len, size_t *k, bool *end, bool *single)
{
    size_t i = 1, digits;

    *end = len > 1 && text[1] == '/';
    i += *end;
    *k = 0;
    for (digits = i; i < len && tr_ascii_is_digit(text[i]) && i - digits < 6; i++)
        *k = 10 * *k + (size_t)(text[i] - '0');
    *single = !*end && i < len && text[i] == '/';
    if (i == digits) return 0;
    i += *single;
    return i < len && text[i] == '>' ? i + 1 : 0;
}

/* One character, entity or mark at the beginning of text [len]; returns its length, or an error. */
static ptrdiff_t put_next(job *j, const char *text, size_t len)
{
    bool end, single;
    size_t k;

    if (*text == '<') {
        const size_t n = read_mark(text, len, &k, &end, &single);
        if (!n) return refuse_tag(j, "\"<\" is written as \"&lt;\"", 0);
        const int rc = put_mark(j, k, end, single);
        return rc < 0 ? rc : (ptrdiff_t)n;
    }
    if (*text == '&') {
        const bool lt = len >= 4 && !memcmp(text, "&lt;", 4);
        if (!lt && !(len >= 5 && !memcmp(text, "&amp;", 5)))
            return refuse_tag(j, "\"&\" is written as \"&amp;\"", 0);
        tr_buf_add(&j->text, lt ? "<" : "&", 1);
        return lt ? 4 : 5;
    }
    tr_buf_add(&j->text, *text == '\n' || *text == '\t' || *text == '\r' ? " " : text, 1);
    return 1;
}

static size_t count_replaced(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i + 3 <= len; i++)
        n += !memcmp(text + i, "\xEF\xBF\xBD", 3);
    return n;
}

static bool has_controls(const char *text, size_t len)
{
    int32_t c;
    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c < 0 || (tr_is_control(c) && c != ' ')) return true;
    }
    return false;
}

static int check_marks(job *j)
{
    const tr_segment *const p = j->segment;
    const char *const text = tr_buf_text(&j->plain);
    const size_t len = j->plain.len;

    for (size_t i = 0; i < p->n_marks; i++)
        if (!j->seen[i]) return refuse_tag(j, "a mark is missing", i + 1);
    if (j->open >= 0) return refuse_tag(j, "a start without its end", (size_t)j->open + 1);
    if (strspn(text, " ") == len) return refuse_tag(j, "there is no text", 0);
    if (has_controls(text, len)) return refuse_tag(j, "not UTF-8, or a control character", 0);
    if (count_replaced(text, len) > count_replaced(p->text, p->len))
        return refuse_tag(j, "a character that stands for a lost one", 0);
    if (!tr_placeholders_agree(p->text, p->len, text, len))
        return refuse_tag(j, "other placeholders than in the source", 0);
    return 0;
}

/* Appends the branches that are written behind a segment: the last has no end, for the end of the
 * segment's own is behind it. */
static void add_copies(const tr_content *d, const tr_copies *c, const char *text, size_t len,
                       tr_buf *out)
{
    for (size_t i = 0; i < c->n; i++) {
        tr_buf_add(out, d->bytes + c->behind.begin, c->behind.end - c->behind.begin);
        tr_buf_printf(out, "} %s {", c->names[i]);
        tr_buf_add(out, d->bytes + c->before.begin, c->before.end - c->before.begin);
        tr_buf_add(out, text, len);
    }
}

static void finish_text(const tr_content *d, const tr_segment *p, tr_buf *encoded, tr_buf *out)
{
    tr_buf text = {0};

    if (p->copies) {
        tr_buf_add(&text, tr_buf_text(encoded), encoded->len);
        add_copies(d, p->copies, tr_buf_text(&text), text.len, encoded);
        out->failed = out->failed || text.failed || encoded->failed;
        tr_buf_free(&text);
    }
    if (p->writing->finish)
        p->writing->finish(&(tr_text_place){d, p, p->writing}, tr_buf_text(encoded), encoded->len,
                           out);
    else
        tr_buf_add(out, tr_buf_text(encoded), encoded->len);
}

/* Puts the key of the segment into text [len], which has no mark for it, before its letter.  True
 * if that is so, and `keyed` has it then. */
static bool add_key(const tr_segment *p, const char *text, size_t len, tr_buf *keyed)
{
    char mark[32];
    tr_words words = {0};
    size_t k = 0;

    while (k < p->n_marks && p->marks[k].kind != TR_MARK_KEY)
        k++;
    if (k == p->n_marks || p->marks[k].parent >= 0) return false;
    snprintf(mark, sizeof mark, "<%zu/>", k + 1);
    const int32_t letter = tr_utf8_at(p->text, p->marks[k].begin, p->len);
    if (tr_span_find(text, 0, len, mark) < len || !tr_words_find(&words, text, len)) return false;
    const size_t at = tr_words_key(&words, text, letter);
    tr_words_free(&words);
    if (at == SIZE_MAX) return false;
    tr_buf_add(keyed, text, at);
    tr_buf_add_string(keyed, mark);
    tr_buf_add(keyed, text + at, len - at);
    return !keyed->failed;
}

static int write_tagged(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                        tr_buf *out, tr_error *err)
{
    tr_buf encoded = {0};
    job j = {.content = d, .segment = p, .out = &encoded, .open = -1, .err = err};
    ptrdiff_t n = 0;

    j.seen = calloc(p->n_marks + 1, sizeof *j.seen);
    j.begins = calloc(p->n_marks + 1, sizeof *j.begins);
    if (!j.seen || !j.begins) n = tr_fail_memory(err);
    for (size_t i = 0; i < len && n >= 0; i += (size_t)n)
        n = put_next(&j, text + i, len - i);
    flush_text(&j);
    int rc = n < 0 ? (int)n : j.plain.failed ? tr_fail_memory(err) : check_marks(&j);
    if (rc == 0 && p->n_runs) rc = tr_run_fill_write(&j.fill, d, p, &encoded, err);
    out->failed = out->failed || encoded.failed || j.text.failed || j.plain.failed;
    if (rc == 0) finish_text(d, p, &encoded, out);
    if (rc == 0 && out->failed) rc = tr_fail_memory(err);
    if (rc == 0 && !out->len) rc = refuse_tag(&j, "it does not fit its place", 0);
    free(j.seen);
    free(j.begins);
    tr_run_fill_free(&j.fill);
    tr_buf_free(&encoded);
    tr_buf_free(&j.text);
    tr_buf_free(&j.plain);
    return rc;
}

int tr_tagged_write(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                    tr_buf *out, tr_error *err)
{
    tr_buf keyed = {0};
    const bool added = tr_utf8_valid(text, len) && add_key(p, text, len, &keyed);
    const int rc = added ? write_tagged(d, p, tr_buf_text(&keyed), keyed.len, out, err)
                         : write_tagged(d, p, text, len, out, err);

    tr_buf_free(&keyed);
    return rc;
}

bool tr_tagged_next_text(const tr_buf *tagged, size_t *at, tr_span *part)
{
    const char *const text = tr_buf_text(tagged);

    while (*at < tagged->len && (text[*at] == '<' || text[*at] == ' ')) {
        if (text[*at] == '<')
            while (*at < tagged->len && text[*at] != '>')
                ++*at;
        if (*at < tagged->len) ++*at;
    }
    part->begin = part->end = *at;
    while (*at < tagged->len && text[*at] != '<')
        if (text[(*at)++] != ' ') part->end = *at;
    return part->begin < part->end;
}
