#include "base/span.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

size_t tr_span_find(const char *text, size_t at, size_t end, const char *what)
{
    const size_t n = strlen(what);

    for (; at + n <= end; at++) {
        const char *const c = memchr(text + at, what[0], end - n + 1 - at);
        if (!c) break;
        at = (size_t)(c - text);
        if (!memcmp(c, what, n)) return at;
    }
    return end;
}

size_t tr_span_skip(const char *text, size_t at, size_t end, const char *set)
{
    while (at < end && text[at] && strchr(set, text[at]))
        at++;
    return at;
}

size_t tr_span_next_line(const char *text, size_t at, size_t end)
{
    const char *const feed = at < end ? memchr(text + at, '\n', end - at) : NULL;
    return feed ? (size_t)(feed - text) + 1 : end;
}

tr_span tr_span_trimmed(const char *text, size_t begin, size_t end)
{
    begin = tr_utf8_skip(text, begin, end, tr_is_space);
    return (tr_span){begin, tr_utf8_skip_back(text, begin, end, tr_is_space)};
}
