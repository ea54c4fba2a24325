#include "document/light/light_line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

enum { TAB = 8 };

static size_t column_after(const char *t, size_t at, size_t end, size_t column)
{
    for (; at < end; at++) {
        if (t[at] == '\t')
            column += TAB - column % TAB;
        else
            column += !tr_utf8_is_inner(t[at]);
    }
    return column;
}

tr_light_line tr_light_line_read(const char *t, size_t size, size_t begin)
{
    tr_light_line l = {.begin = begin, .text = begin, .end = tr_line_end(t, begin, size)};

    l.next = tr_after_line_end(t, l.end, size);
    l.text = tr_skip(t, l.text, l.end, tr_ascii_is_blank);
    l.end = tr_skip_back(t, l.text, l.end, tr_ascii_is_blank);
    l.column = column_after(t, begin, l.text, 0);
    return l;
}

void tr_light_line_move(const char *t, tr_light_line *l, size_t at)
{
    const size_t text = tr_skip(t, at, l->end, tr_ascii_is_blank);

    l->column = column_after(t, l->text, text, l->column);
    l->text = text;
}

bool tr_light_line_begins(const char *t, const tr_light_line *l, const char *with)
{
    return tr_starts_with(t, l->text, l->end, with);
}

bool tr_light_line_is(const char *t, const tr_light_line *l, const char *what)
{
    return l->end - l->text == strlen(what) && tr_light_line_begins(t, l, what);
}

size_t tr_light_line_row(const char *t, const tr_light_line *l)
{
    const size_t n = l->end - l->text;
    return n && tr_run_length(t, l->text, l->end) == n ? n : 0;
}

size_t tr_light_width(const char *text, size_t len)
{
    size_t width = 0;

    for (size_t at = 0; at < len;) {
        const int32_t c = tr_utf8_next(text, &at, len);
        width += c < 0 ? 1 : tr_char_width(c);
    }
    return width;
}
