#include "base/visible.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* Bytes of the style of a terminal that text [len] begins with; 0: none. */
static size_t count_style(const char *text, size_t len)
{
    size_t n = 2;

    if (len < 3 || memcmp(text, "\x1B[", 2) != 0) return 0;
    while (n < len && (tr_ascii_is_digit(text[n]) || text[n] == ';' || text[n] == ':'))
        n++;
    return n < len && text[n] == 'm' ? n + 1 : 0;
}

void tr_visible_add(tr_buf *out, const char *text, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        const size_t style = count_style(text + at, len - at);
        if (style) n = style;
        if (style || !tr_is_control(c) || tr_is_space(c)) tr_buf_add(out, text + at, n);
    }
}
