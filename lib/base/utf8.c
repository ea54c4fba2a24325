#include "base/utf8.h"

#include <string.h>

/* Bytes that may follow a first byte: how many, and the range of the second one, which is what
 * keeps overlong forms, surrogates and code points above U+10FFFF out (Unicode, table 3-7). */
typedef struct utf8_form {
    unsigned length, low, high;
} utf8_form;

static utf8_form form_of(unsigned first)
{
    if (first < 0x80) return (utf8_form){1, 0, 0};
    if (first < 0xC2) return (utf8_form){0, 0, 0};
    if (first < 0xE0) return (utf8_form){2, 0x80, 0xBF};
    if (first < 0xF0)
        return (utf8_form){3, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF};
    if (first < 0xF5)
        return (utf8_form){4, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF};
    return (utf8_form){0, 0, 0};
}

size_t tr_utf8_decode(const char *text, size_t len, int32_t *c)
{
    const unsigned char *const s = (const unsigned char *)text;
    const utf8_form form = form_of(s[0]);
    *c = -1;
    if (form.length == 0) return 1;
    uint32_t code = form.length == 1 ? s[0] : s[0] & (0x7FU >> form.length);
    for (size_t i = 1; i < form.length; i++) {
        const unsigned low = i == 1 ? form.low : 0x80, high = i == 1 ? form.high : 0xBF;
        if (i == len || s[i] < low || s[i] > high) return i;
        code = code << 6 | (s[i] & 0x3FU);
    }
    *c = (int32_t)code;
    return form.length;
}

size_t tr_utf8_encode(int32_t c, char text[4])
{
    const uint32_t code = (uint32_t)c;
    const size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};

    for (size_t i = 0; i < n; i++)
        text[i] = (char)((code >> 6 * (n - 1 - i) & (i ? 0x3F : 0xFF)) | (i ? 0x80 : marks[n]));
    return n;
}

size_t tr_utf8_mark(const char *text, size_t len)
{
    static const char mark[3] = "\xEF\xBB\xBF";
    return len >= sizeof mark && !memcmp(text, mark, sizeof mark) ? sizeof mark : 0;
}

/* Bytes of the character at text [len], len >= 1, if it is one of the many that a few comparisons
 * tell to be valid; 0 says nothing. */
static size_t plain_character(const char *text, size_t len)
{
    const unsigned char *const c = (const unsigned char *)text;
    if (c[0] < 0x80) return 1;
    if (c[0] < 0xC2 || len < 3 || (c[1] & 0xC0) != 0x80) return 0;
    if (c[0] < 0xE0) return 2;
    return c[0] > 0xE0 && c[0] < 0xED && (c[2] & 0xC0) == 0x80 ? 3 : 0; /* no surrogate */
}

bool tr_utf8_valid(const char *text, size_t len)
{
    int32_t c;
    for (size_t i = 0; i < len;) {
        const size_t n = plain_character(text + i, len - i);
        if (n) {
            i += n;
            continue;
        }
        i += tr_utf8_decode(text + i, len - i, &c);
        if (c < 0) return false;
    }
    return true;
}

size_t tr_utf8_repair(const char *text, size_t len, tr_buf *out)
{
    size_t replaced = 0, kept = 0;
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t n = tr_utf8_decode(text + i, len - i, &c);
        if (c <= 0) {
            tr_buf_add(out, text + kept, i - kept);
            tr_buf_add_string(out, "\xEF\xBF\xBD");
            replaced += n;
            kept = i + n;
        }
        i += n;
    }
    tr_buf_add(out, text + kept, len - kept);
    return replaced;
}

size_t tr_utf8_count(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

size_t tr_char_before(const char *text, size_t begin, size_t i, int32_t *c)
{
    size_t from = i - 1;
    while (from > begin && i - from < 4 && ((unsigned char)text[from] & 0xC0) == 0x80)
        from--;
    if (from + tr_utf8_decode(text + from, i - from, c) == i) return from;
    *c = -1;
    return i - 1;
}

bool tr_is_name(const char *text, size_t len, size_t limit)
{
    for (size_t i = 0; i < len; i++)
        if (!tr_is_graphic((unsigned char)text[i])) return false;
    return len >= 1 && len <= limit;
}

int32_t tr_utf8_next(const char *text, size_t *at, size_t end)
{
    int32_t c;
    *at += tr_utf8_decode(text + *at, end - *at, &c);
    return c;
}

int32_t tr_utf8_at(const char *text, size_t at, size_t end)
{
    return at < end ? tr_utf8_next(text, &at, end) : ' ';
}

int32_t tr_utf8_before(const char *text, size_t begin, size_t at)
{
    int32_t c = ' ';
    if (at > begin) tr_char_before(text, begin, at, &c);
    return c;
}

size_t tr_utf8_skip(const char *text, size_t at, size_t len, bool (*is)(int32_t c))
{
    for (size_t next = at; at < len; at = next)
        if (!is(tr_utf8_next(text, &next, len))) break;
    return at;
}

size_t tr_utf8_skip_back(const char *text, size_t begin, size_t at, bool (*is)(int32_t c))
{
    int32_t c;

    for (size_t before; at > begin; at = before) {
        before = tr_char_before(text, begin, at, &c);
        if (!is(c)) break;
    }
    return at;
}

size_t tr_utf8_find(const char *text, size_t at, size_t end, bool (*is)(int32_t c))
{
    for (size_t next = at; at < end; at = next)
        if (is(tr_utf8_next(text, &next, end))) break;
    return at;
}
