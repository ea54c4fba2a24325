#include "document/light/light_write.h"

#include <string.h>

#include "base/utf8.h"
#include "document/segment/wrap.h"

static void add_sign(char sign, tr_buf *out)
{
    tr_buf_add(out, &sign, 1);
}

void tr_light_add_raw(const tr_content *d, tr_span raw, tr_buf *out)
{
    for (size_t i = raw.begin; i < raw.end; i++)
        add_sign(d->bytes[i] == ' ' ? TR_LIGHT_WITHIN : d->bytes[i], out);
}

void tr_light_open(const tr_content *d, const tr_mark *mark, tr_buf *out)
{
    if (mark->kind != TR_MARK_POINT) add_sign(TR_LIGHT_BEFORE_MARK, out);
    tr_light_add_raw(d, mark->open, out);
    if (mark->kind == TR_MARK_ATOM) add_sign(TR_LIGHT_AFTER_MARK, out);
}

void tr_light_close(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    (void)begin;
    tr_light_add_raw(d, pair->close, out);
    add_sign(TR_LIGHT_AFTER_MARK, out);
}

void tr_light_add_byte(char c, tr_buf *out)
{
    add_sign(c == ' ' ? TR_LIGHT_BREAKABLE : c, out);
}

static bool is_sign(char c)
{
    return c == TR_LIGHT_BEFORE_MARK || c == TR_LIGHT_AFTER_MARK;
}

static bool is_blank_sign(char c)
{
    return c == TR_LIGHT_BREAKABLE || c == TR_LIGHT_WITHIN;
}

/* The character before byte i, or from it on, with no look at signs; a blank if there is none. */
static int32_t before_edge(const char *text, size_t i)
{
    while (i > 0 && is_sign(text[i - 1]))
        i--;
    if (i == 0 || is_blank_sign(text[i - 1])) return ' ';
    return tr_utf8_before(text, 0, i);
}

static int32_t after_edge(const char *text, size_t len, size_t i)
{
    while (i < len && is_sign(text[i]))
        i++;
    if (i == len || is_blank_sign(text[i])) return ' ';
    return tr_utf8_at(text, i, len);
}

bool tr_light_join(const tr_light_edges *e, const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        bool right = true;
        if (!is_sign(text[i])) {
            tr_buf_add(out, text + i, 1);
            continue;
        }
        const bool is_nested = text[i] == TR_LIGHT_BEFORE_MARK
                                   ? i > 1 && text[i - 2] == text[i]
                                   : i + 2 < len && text[i + 2] == text[i];
        if (text[i] == TR_LIGHT_BEFORE_MARK) right = e->may_precede(before_edge(text, i));
        if (text[i] == TR_LIGHT_AFTER_MARK) right = e->may_follow(after_edge(text, len, i));
        right = right || is_nested; /* right within another mark */
        if (!right && !e->separator) return false;
        if (!right) tr_buf_add_string(out, e->separator);
    }
    return true;
}

void tr_light_plain(char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (is_blank_sign(text[i])) text[i] = ' ';
}

void tr_light_wrap(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const size_t begin = out->len;
    tr_buf line = {0};

    for (size_t i = 0; i < len; i++)
        add_sign(text[i] == ' '                  ? TR_LIGHT_WITHIN
                 : text[i] == TR_LIGHT_BREAKABLE ? ' '
                                                 : text[i],
                 &line);
    tr_wrap_finish(to, tr_buf_text(&line), line.len, out);
    if (out->len > begin) tr_light_plain(out->data + begin, out->len - begin);
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}

void tr_light_finish(const tr_light_edges *e, const tr_text_place *to, const char *text, size_t len,
                     tr_buf *out)
{
    tr_buf joined = {0};

    if (tr_light_join(e, text, len, &joined))
        tr_light_wrap(to, tr_buf_text(&joined), joined.len, out);
    out->failed = out->failed || joined.failed;
    tr_buf_free(&joined);
}

void tr_light_finish_line(const tr_light_edges *e, const char *text, size_t len, tr_buf *out)
{
    const size_t begin = out->len;

    if (!tr_light_join(e, text, len, out)) out->len = begin;
    if (out->len > begin) tr_light_plain(out->data + begin, out->len - begin);
}

bool tr_light_is_same(const tr_content *d, tr_span source, const char *text, size_t len)
{
    size_t at = source.begin;

    for (size_t i = 0; i < len && at < source.end; i++) {
        const bool blank = text[i] == TR_LIGHT_BREAKABLE;
        if (blank ? !tr_ascii_is_space(d->bytes[at]) : text[i] != d->bytes[at]) return false;
        at = blank ? tr_skip(d->bytes, at, source.end, tr_ascii_is_space) : at + 1;
        if (i + 1 == len) return at == source.end;
    }
    return false;
}

void tr_light_add_name(const tr_content *d, tr_span name, tr_buf *out)
{
    for (size_t i = name.begin; i < name.end;) {
        const char c = d->bytes[i];
        const bool blank = tr_ascii_is_space(c);
        tr_buf_add(out, blank ? " " : &c, 1);
        i = blank ? tr_skip(d->bytes, i, name.end, tr_ascii_is_space) : i + 1;
    }
}
