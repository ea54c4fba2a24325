#include "document/segment/decoded.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/numbers/date_pattern.h"
#include "text/placeables/key_sign.h"

void tr_decoded_clear(tr_decoded *v)
{
    tr_buf_clear(&v->text);
    v->n = 0;
    v->lone = false;
}

void tr_decoded_free(tr_decoded *v)
{
    tr_buf_free(&v->text);
    free(v->places);
    *v = (tr_decoded){0};
}

/* What is added next stands at byte `place`. */
static void set_next_place(tr_decoded *v, size_t place)
{
    const tr_decoded_place next = {(uint32_t)v->text.len, (uint32_t)place};
    const tr_decoded_place *last = v->n ? &v->places[v->n - 1] : NULL;

    if (last && last->at == next.at) last = --v->n ? last - 1 : NULL; /* an end that was none */
    if (last && next.place - last->place == next.at - last->at) return;
    v->failed = v->failed || v->text.len > UINT32_MAX || place > UINT32_MAX;
    v->places = tr_room(v->places, &v->capacity, v->n + 1, sizeof *v->places, &v->failed);
    if (!v->failed) v->places[v->n++] = next;
}

void tr_decoded_add(tr_decoded *v, const char *bytes, size_t len, size_t place)
{
    set_next_place(v, place);
    tr_buf_add(&v->text, bytes, len);
    v->failed = v->failed || v->text.failed;
}

void tr_decoded_add_character(tr_decoded *v, int32_t c, size_t place)
{
    char utf8[4];

    if (c >= 0xD800 && c < 0xE000) v->lone = true;
    tr_decoded_add(v, utf8, tr_utf8_encode(c, utf8), place);
}

size_t tr_decoded_add_utf16(tr_decoded *v, const char *text, size_t at, size_t end, size_t place)
{
    const int64_t first = tr_ascii_hex(text, at, end, 4);
    const bool more = at + 6 <= end && text[at + 4] == '\\' && text[at + 5] == 'u';
    const int64_t second = more ? tr_ascii_hex(text, at + 6, end, 4) : -1;
    const bool two = first >= 0xD800 && first < 0xDC00 && second >= 0xDC00 && second < 0xE000;

    if (first < 0) return 0;
    const int64_t c = two ? 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00) : first;
    tr_decoded_add_character(v, (int32_t)c, place);
    return at + (two ? 10 : 4);
}

void tr_utf16_write(int32_t c, bool capitals, tr_buf *out)
{
    const char *const as = capitals ? "\\u%04X" : "\\u%04x";
    if (c >= 0x10000) tr_buf_printf(out, as, 0xD800 + (((unsigned)c - 0x10000) >> 10));
    tr_buf_printf(out, as, c >= 0x10000 ? 0xDC00 + ((unsigned)c & 0x3FF) : (unsigned)c);
}

void tr_decoded_end(tr_decoded *v, size_t place)
{
    set_next_place(v, place);
}

size_t tr_decoded_where(const tr_decoded *v, size_t i)
{
    size_t low = 0, high = v->n; /* places[low].at <= i */

    while (high - low > 1) {
        const size_t mid = low + (high - low) / 2;
        if (v->places[mid].at <= i)
            low = mid;
        else
            high = mid;
    }
    return v->places[low].place + (i - v->places[low].at);
}

bool tr_decoded_is_valid(const tr_decoded *v)
{
    const char *const text = tr_buf_text(&v->text);
    return !v->lone && tr_utf8_valid(text, v->text.len) && !memchr(text, '\0', v->text.len);
}

enum tr_unread tr_text_fault(const char *text, size_t len)
{
    return tr_utf8_valid(text, len) ? TR_UNREAD_NUL : TR_UNREAD_UTF8;
}

enum tr_unread tr_decoded_fault(const tr_decoded *v)
{
    return v->lone ? TR_UNREAD_HALF : tr_text_fault(tr_buf_text(&v->text), v->text.len);
}

/* A word of letters, with hyphens and apostrophes between them and marks after it. */
static bool is_one_word(const char *text, size_t len)
{
    size_t n_letters = 0, n_upper = 0;
    bool ended = false, was_letter = false;
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        const bool letter = tr_is_letter(c);
        if (letter && (ended || (was_letter && tr_is_upper(c) && n_upper < n_letters)))
            return false;
        n_letters += letter;
        n_upper += tr_is_upper(c);
        if (!letter && !(was_letter && (c == '-' || c == '\'' || c == 0x2019))) ended = true;
        if (ended && !strchr(".:!?,;)(\"", c < 0x80 ? (int)c : 'x') && c != 0x2026) return false;
        was_letter = letter;
    }
    return n_letters > 2 && !(n_upper > 1 && n_upper == n_letters);
}

/* Words with capitals and strokes between, as "Yes/No"; no path, no type of media, no time zone. */
static bool is_alternative(const char *text, size_t len)
{
    static const char areas[] = " Africa America Antarctica Arctic Asia Etc Atlantic Australia "
                                "Europe Indian Pacific ";
    size_t n = 0, first = 0;

    for (size_t at = 0, end; at <= len; at = end + 1) {
        end = tr_find_byte(text, at, len, '/');
        if (end < at + 2) return false;
        for (size_t i = at; i < end; i++)
            if (!tr_byte_is_letter(text[i]) || (i > at && tr_ascii_is_upper(text[i]))) return false;
        if (!n++) first = end;
    }
    return n > 1 && tr_ascii_is_upper(text[0]) && !tr_list_has(areas, text, first);
}

/* Words with capitals and a sign between, as "Terms&Conditions" and "Settings>General"; "R&D" is a
 * name. */
static bool is_joined(const char *text, size_t len)
{
    enum { SHORTEST = 3 };
    size_t n = 0;

    for (size_t at = 0, end; at <= len; at = end + 1, n++) {
        for (end = at; end < len && text[end] != '&' && text[end] != '>';)
            end++;
        if (end < at + SHORTEST || !tr_ascii_is_upper(text[at])) return false;
        for (size_t i = at + 1; i < end; i++)
            if (!tr_byte_is_letter(text[i]) || tr_ascii_is_upper(text[i])) return false;
    }
    return n > 1;
}

/* A word with a capital and one in parentheses right behind it, as "Price(EUR)". */
static bool is_with_unit(const char *text, size_t len)
{
    const char *const open = memchr(text, '(', len);
    const size_t n = open ? (size_t)(open - text) : len;

    if (n + 2 >= len || text[len - 1] != ')' || !tr_ascii_is_upper(text[0])) return false;
    for (size_t i = n + 1; i + 1 < len; i++)
        if (!tr_byte_is_letter(text[i]) && text[i] != '%') return false;
    return is_one_word(text, n);
}

/* A word that begins with a capital with a mark before it, or one for "needed" behind it; a word in
 * parentheses or quotation marks. */
static bool is_marked_word(const char *text, size_t len)
{
    static const char *const pairs[][2] = {
        {"(", ")"}, {"\"", "\""}, {"\xC2\xAB", "\xC2\xBB"}, {"\xE2\x80\x9C", "\xE2\x80\x9D"}};
    int32_t c, next;

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const size_t a = strlen(pairs[i][0]), b = strlen(pairs[i][1]);
        if (len > a + b && !memcmp(text, pairs[i][0], a) && !memcmp(text + len - b, pairs[i][1], b))
            return is_one_word(text + a, len - a - b);
    }
    if (len > 1 && text[len - 1] == '*' && tr_ascii_is_upper(text[0]))
        return is_one_word(text, len - 1);
    const size_t n = tr_utf8_decode(text, len, &c);
    if (n == len || c < 0x2000 || tr_is_letter(c)) return false;
    tr_utf8_decode(text + n, len - n, &next);
    return tr_is_upper(next) && is_one_word(text + n, len - n);
}

/* One with & before the letter of its key: "E&xit". */
static bool is_keyed_word(const char *text, size_t len)
{
    const size_t at = tr_key_sign_find(text, len, false);
    return at < len && text[at] == '&';
}

bool tr_decoded_is_text(const char *text, size_t len)
{
    size_t n_letters = 0;
    bool blank = false;
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c < 0) return true;
        n_letters += tr_is_letter(c);
        blank = blank || tr_is_space(c) || (c >= 0x2E80 && c < 0xFB00);
    }
    if (tr_is_date_pattern(text, len)) return false;
    if (!blank)
        return is_one_word(text, len) || is_marked_word(text, len) || is_alternative(text, len) ||
               is_joined(text, len) || is_with_unit(text, len) || is_keyed_word(text, len);
    return n_letters > 0;
}
