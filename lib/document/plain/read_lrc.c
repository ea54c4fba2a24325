#include "document/plain/read_lrc.h"

#include <string.h>

#include "base/ascii.h"
#include "document/plain/cue_line.h"
#include "document/segment/builder.h"

static size_t digits_at(const char *text, size_t at, size_t len)
{
    size_t n = 0;

    while (at + n < len && tr_ascii_is_digit(text[at + n]))
        n++;
    return n;
}

/* Minutes and seconds, with hours before them or not; then a part of a second, or not. */
size_t tr_lrc_time(const char *text, size_t len, char open, char close, bool *exact)
{
    enum { MOST_DIGITS = 4 };
    size_t at = 1, n = 0, n_parts = 0;

    *exact = false;
    if (!len || text[0] != open) return 0;
    for (; n_parts < 3; at++) {
        n = digits_at(text, at, len);
        if (!n || n > MOST_DIGITS || (n_parts && n != 2)) return 0;
        at += n;
        n_parts++;
        if (at >= len || text[at] != ':') break;
    }
    if (n_parts < 2 || at >= len) return 0;
    if (text[at] == '.' || text[at] == ':') {
        n = digits_at(text, at + 1, len);
        if (!n || n > MOST_DIGITS) return 0;
        at += n + 1;
        *exact = true;
    }
    return at < len && text[at] == close ? at + 1 : 0;
}

/* A time within a line. */
static size_t inner_time(const char *text, size_t len)
{
    bool exact;
    const size_t n = tr_lrc_time(text, len, '<', '>', &exact);
    return n ? n : tr_lrc_time(text, len, '[', ']', &exact);
}

/* ---- Out ---- */

/* Finds the next time in text [at, end): its length, 0 if there is none. */
static size_t next_inner_time(const char *text, size_t *at, size_t end)
{
    for (; *at < end; ++*at) {
        const size_t n = inner_time(text + *at, end - *at);
        if (n) return n;
    }
    return 0;
}

/* Times come in their order, whatever the order of the words is. */
static void finish_lrc(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    size_t from = to->segment->at.begin, at = 0, done = 0;

    for (size_t n; (n = next_inner_time(text, &at, len)); at += n, done = at) {
        const size_t n_source = next_inner_time(to->content->bytes, &from, to->segment->at.end);
        tr_buf_add(out, text + done, at - done);
        tr_buf_add(out, n_source ? to->content->bytes + from : text + at, n_source ? n_source : n);
        from += n_source;
    }
    tr_buf_add(out, text + done, len - done);
}

static const tr_writing lrc_text = {.finish = finish_lrc};

/* ---- In ---- */

/* "M:", "F:", "D:" tell who sings. */
static size_t singer_at(const char *text, size_t len)
{
    return len > 1 && text[1] == ':' && strchr("MFD", text[0]) && text[0] ? 2 : 0;
}

static void build_lyrics(tr_builder *b, const char *t, size_t begin, size_t end)
{
    size_t at = begin;

    tr_build_break(b, begin);
    for (size_t i = begin; i < end; i++) {
        const size_t n = t[i] == '<' || t[i] == '[' ? inner_time(t + i, end - i) : 0;
        if (!n) continue;
        tr_build_raw_text(b, (tr_span){at, i});
        tr_build_point(b, (tr_span){i, i + n});
        at = i + n;
        i = at - 1;
    }
    tr_build_raw_text(b, (tr_span){at, end});
    tr_build_break(b, end);
}

/* Where the text of a line begins: behind times, and blanks between them; or 0, there is none. */
static size_t lyrics_begin(const char *t, size_t at, size_t end)
{
    size_t behind = 0;
    bool exact;

    while (at < end) {
        const size_t n = tr_lrc_time(t + at, end - at, '[', ']', &exact);
        if (!n && !tr_ascii_is_blank(t[at])) break;
        at += n ? n : 1;
        if (n) behind = at;
    }
    return behind ? at : 0;
}

int tr_read_lrc(tr_content *d, tr_error *err)
{
    tr_builder b;
    size_t line = 0;

    tr_builder_init(&b, d, &lrc_text);
    for (size_t at = d->begin; at < d->size && !b.failed;) {
        const tr_cue_line l = tr_cue_line_read(d, at);
        const size_t text = lyrics_begin(d->bytes, l.begin, l.end);
        tr_build_where(&b, "line %zu", ++line);
        if (text)
            build_lyrics(&b, d->bytes, text + singer_at(d->bytes + text, l.end - text), l.end);
        at = l.next;
    }
    return tr_builder_end(&b, err);
}
