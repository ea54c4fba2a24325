#include "document/multipart/mail_header.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* The length of a field's name at byte `at`, whose colon is after it; 0 if there is none. */
static size_t name_length(const char *text, size_t end, size_t at)
{
    size_t n = 0;
    while (at + n < end && text[at + n] > ' ' && text[at + n] < 127 && text[at + n] != ':')
        n++;
    const size_t name = n;
    while (at + n < end && tr_ascii_is_blank(text[at + n]))
        n++;
    return at + n < end && text[at + n] == ':' ? name : 0;
}

size_t tr_header_begin(const char *text, size_t size, size_t at)
{
    if (!at) at = tr_utf8_mark(text, size);
    if (size - at > 5 && !memcmp(text + at, "From ", 5)) at = tr_span_next_line(text, at, size);
    return at;
}

tr_span tr_header_span(const char *text, size_t size, size_t at)
{
    const size_t begin = at;

    while (at < size) {
        const bool folded = at > begin && tr_ascii_is_blank(text[at]);
        if (!folded && !name_length(text, size, at)) break;
        at = tr_span_next_line(text, at, size);
    }
    return (tr_span){begin, at};
}

size_t tr_header_content(const char *text, size_t size, size_t at)
{
    const bool empty = at < size && (text[at] == '\n' ||
                                     (text[at] == '\r' && at + 1 < size && text[at + 1] == '\n'));
    return empty ? tr_span_next_line(text, at, size) : at;
}

bool tr_header_next(const char *text, tr_span header, size_t *at, tr_span *name, tr_span *value)
{
    if (*at >= header.end) return false;
    *name = (tr_span){*at, *at + name_length(text, header.end, *at)};
    size_t end = tr_span_next_line(text, *at, header.end);
    while (end < header.end && tr_ascii_is_blank(text[end]))
        end = tr_span_next_line(text, end, header.end);
    *at = end;
    value->begin = name->end;
    value->begin = tr_find_byte(text, value->begin, end, ':');
    value->begin += value->begin < end;
    value->begin = tr_span_skip(text, value->begin, end, " \t\r\n");
    while (end > value->begin && strchr(" \t\r\n", text[end - 1]) && text[end - 1])
        end--;
    value->end = end;
    return true;
}

bool tr_header_find(const char *text, tr_span header, const char *name, char *value, size_t size)
{
    tr_span own, s;

    for (size_t at = header.begin; tr_header_next(text, header, &at, &own, &s);) {
        size_t n = 0;
        if (own.end - own.begin != strlen(name) ||
            strncasecmp(text + own.begin, name, strlen(name)) != 0)
            continue;
        for (size_t i = s.begin; i < s.end && n + 1 < size; i++)
            if (text[i] && text[i] != '\r' && text[i] != '\n') value[n++] = text[i];
        value[n] = '\0';
        return true;
    }
    return false;
}

void tr_header_main(const char *value, char *out, size_t size)
{
    size_t n = strcspn(value, "; \t(");
    if (n >= size) n = size - 1;
    memcpy(out, value, n);
    out[n] = '\0';
}

/* Copies the value at `at`, which may have quotation marks; returns what is after it. */
static const char *read_header_value(const char *at, char *out, size_t size)
{
    const bool quoted = *at == '"';
    size_t n = 0;

    for (at += quoted; *at && (quoted ? *at != '"' : !strchr("; \t", *at)); at++) {
        if (quoted && *at == '\\' && at[1]) at++;
        if (n + 1 < size) out[n++] = *at;
    }
    out[n] = '\0';
    return at + (*at == '"');
}

void tr_header_parameter(const char *value, const char *name, char *out, size_t size)
{
    const size_t len = strlen(name);
    char ignored[2] = "";

    *out = '\0';
    for (const char *at = strchr(value, ';'); at; at = strchr(at, ';')) {
        at += 1 + strspn(at + 1, " \t");
        const char *const equals = at + strcspn(at, "=;");
        if (*equals != '=') continue;
        const char *const after = equals + 1 + strspn(equals + 1, " \t");
        size_t n = (size_t)(equals - at);
        while (n && tr_ascii_is_blank(at[n - 1]))
            n--;
        const bool found = n == len && !strncasecmp(at, name, len);
        at = read_header_value(after, found ? out : ignored, found ? size : sizeof ignored);
        if (found) return;
    }
}
