#include "document/vobject/fold_lines.h"

#include <string.h>

#include "base/utf8.h"
#include "document/vobject/content_line.h"

enum { MOST = 75, MOST_QUOTED = 76 /* bytes of a line */ };

/* True if a document breaks long lines at all. */
static bool breaks_lines(const tr_content *d)
{
    tr_content_line l;
    bool folds = false, is_long = false;

    tr_content_line_start(&l, d->begin);
    while (!folds && tr_content_line_next(&l, d->bytes, d->size)) {
        folds = l.is_folded;
        is_long = is_long || l.text_end - l.at.begin > MOST_QUOTED;
    }
    tr_content_line_free(&l);
    return folds || !is_long;
}

/* The byte before which the line that begins at byte `at` of text [len] is broken. */
static size_t next_break(const char *text, size_t len, size_t at, size_t room)
{
    size_t end = at + room;

    if (end >= len) return len;
    while (end > at + 1 && tr_utf8_is_inner(text[end]))
        end--;
    return end;
}

static void fold_text(const tr_content_line *l, const char *eol, tr_buf *out)
{
    const char *const text = tr_buf_text(&l->text.text);
    const size_t len = l->text.text.len;

    for (size_t at = 0, end; at < len; at = end) {
        end = next_break(text, len, at, MOST - (at > 0));
        if (at) tr_buf_printf(out, "%s ", eol);
        tr_buf_add(out, text + at, end - at);
    }
}

/* Breaks a value in quoted-printable: behind no part of "=C3". */
static void break_quoted(const tr_content_line *l, const char *eol, tr_buf *out)
{
    const char *const text = tr_buf_text(&l->text.text);
    const size_t len = l->text.text.len;

    for (size_t at = 0, end; at < len; at = end) {
        end = len - at <= MOST_QUOTED ? len : at + MOST_QUOTED - 1;
        if (end < len && end < l->value.begin) end = l->value.begin < len ? l->value.begin : len;
        for (size_t k = 1; end < len && k <= 2 && end > l->value.begin + k && end > at + k; k++)
            if (text[end - k] == '=') end -= k;
        tr_buf_add(out, text + at, end - at);
        if (end < len) tr_buf_printf(out, "=%s", eol);
    }
}

static void write_line(const tr_content *d, const tr_content_line *l, bool breaks, tr_buf *out)
{
    const bool has_end = l->text_end < l->at.end;
    tr_buf eol = {0};

    tr_buf_add(&eol, d->bytes + l->text_end, l->at.end - l->text_end);
    if (!has_end) tr_buf_add_string(&eol, tr_content_line_end(d));
    if (breaks && l->is_quoted)
        break_quoted(l, tr_buf_text(&eol), out);
    else if (breaks && !l->is_old)
        fold_text(l, tr_buf_text(&eol), out);
    else
        tr_buf_add(out, tr_buf_text(&l->text.text), l->text.text.len);
    if (has_end) tr_buf_add(out, tr_buf_text(&eol), eol.len);
    out->failed = out->failed || eol.failed;
    tr_buf_free(&eol);
}

static bool is_same(const tr_content *a, tr_span in_a, const tr_content *b, tr_span in_b)
{
    const size_t n = in_a.end - in_a.begin;
    return in_b.end - in_b.begin == n && !memcmp(a->bytes + in_a.begin, b->bytes + in_b.begin, n);
}

void tr_fold_vobject(const tr_content *source, const tr_content *d, tr_buf *out)
{
    const bool breaks = breaks_lines(source);
    tr_content_line before, now;

    tr_content_line_start(&before, source->begin);
    tr_content_line_start(&now, d->begin);
    tr_content_copy(d, (tr_span){0, d->begin}, out);
    while (tr_content_line_next(&now, d->bytes, d->size)) {
        tr_content_line_next(&before, source->bytes, source->size);
        if (is_same(source, before.at, d, now.at))
            tr_content_copy(d, now.at, out);
        else
            write_line(d, &now, breaks, out);
    }
    out->failed = out->failed || before.text.failed || now.text.failed;
    tr_content_line_free(&before);
    tr_content_line_free(&now);
}
