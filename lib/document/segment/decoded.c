#include "document/segment/decoded.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/date_pattern.h"

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
    void *places = v->places;

    if (last && last->at == next.at) last = --v->n ? last - 1 : NULL; /* an end that was none */
    if (last && next.place - last->place == next.at - last->at) return;
    v->failed = v->failed || v->text.len > UINT32_MAX || place > UINT32_MAX ||
                tr_reserve(&places, &v->capacity, v->n + 1, sizeof *v->places) < 0;
    v->places = places;
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
    const unsigned u = (unsigned)c;
    char utf8[4];
    size_t n = 0;

    if (u >= 0xD800 && u < 0xE000) v->lone = true;
    if (u < 0x80) {
        utf8[n++] = (char)u;
    } else if (u < 0x800) {
        utf8[n++] = (char)(0xC0 | u >> 6);
        utf8[n++] = (char)(0x80 | (u & 0x3F));
    } else if (u < 0x10000) {
        utf8[n++] = (char)(0xE0 | u >> 12);
        utf8[n++] = (char)(0x80 | (u >> 6 & 0x3F));
        utf8[n++] = (char)(0x80 | (u & 0x3F));
    } else {
        utf8[n++] = (char)(0xF0 | u >> 18);
        utf8[n++] = (char)(0x80 | (u >> 12 & 0x3F));
        utf8[n++] = (char)(0x80 | (u >> 6 & 0x3F));
        utf8[n++] = (char)(0x80 | (u & 0x3F));
    }
    tr_decoded_add(v, utf8, n, place);
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
    static const char *const areas[] = {"Africa", "America", "Antarctica", "Arctic",
                                        "Asia",   "Etc",     "Atlantic",   "Australia",
                                        "Europe", "Indian",  "Pacific"};
    size_t n = 0, first = 0;

    for (size_t at = 0, end; at <= len; at = end + 1) {
        end = tr_find_byte(text, at, len, '/');
        if (end < at + 2) return false;
        for (size_t i = at; i < end; i++)
            if (!tr_byte_is_letter(text[i]) || (i > at && tr_ascii_is_upper(text[i]))) return false;
        if (!n++) first = end;
    }
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
        if (strlen(areas[i]) == first && !memcmp(areas[i], text, first)) return false;
    return n > 1 && tr_ascii_is_upper(text[0]);
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
               is_joined(text, len) || is_with_unit(text, len);
    return n_letters > 0;
}
