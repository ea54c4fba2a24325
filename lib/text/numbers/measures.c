#include "text/numbers/measures.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"

size_t tr_currency_at(const char *text, size_t at, size_t len, bool whole)
{
    const unsigned char *const c = (const unsigned char *)text + at;
    const size_t left = len - at;

    if (left == 0) return 0;
    if (*c == '$' && left == 1) return whole;
    if (*c == '$') return !tr_byte_is_letter(text[at + 1]) && !strchr("{(_$", text[at + 1]);
    if (left > 1 && c[0] == 0xC2 && c[1] >= 0xA2 && c[1] <= 0xA5) return 2; /* cent .. yen */
    if (left > 2 && c[0] == 0xE2 && c[1] == 0x82 && c[2] >= 0xA0) return 3; /* U+20A0 .. */
    return 0;
}

bool tr_currency_next(const char *text, size_t at, size_t end, size_t len, tr_span *sign)
{
    for (; at < end; at++) {
        *sign = (tr_span){at, at + tr_currency_at(text, at, len, true)};
        if (sign->end > at) return true;
    }
    return false;
}

static const char *const blanks[] = {" ", "\xC2\xA0", "\xE2\x80\xAF"};
enum { N_BLANKS = sizeof blanks / sizeof *blanks };

static size_t behind_blank(const char *text, size_t at, size_t len)
{
    for (size_t i = 0; i < N_BLANKS; i++) {
        const size_t n = strlen(blanks[i]);
        if (len - at >= n && !memcmp(text + at, blanks[i], n)) return at + n;
    }
    return at;
}

static size_t before_blank(const char *text, size_t at)
{
    for (size_t i = 0; i < N_BLANKS; i++) {
        const size_t n = strlen(blanks[i]);
        if (at >= n && !memcmp(text + at - n, blanks[i], n)) return at - n;
    }
    return at;
}

/* Bytes of the sign of a currency that text [end] ends with; 0 if it ends with none. */
static size_t currency_before(const char *text, size_t end)
{
    for (size_t n = 1; n <= 3 && n <= end; n++)
        if (tr_currency_at(text, end - n, end, true) == n) return n;
    return 0;
}

/* Bytes of the unit of the list at text [at, len), with which nothing goes on; 0 if there is none.
 */
static size_t unit_at(const char *units, const char *text, size_t at, size_t len)
{
    enum { LONGEST = 4 };
    size_t n = 0;

    while (at + n < len && n <= LONGEST &&
           (tr_byte_is_letter(text[at + n]) || strchr("%/", text[at + n])))
        n++;
    return tr_list_has(units, text + at, n) ? n : 0;
}

/* The s of 9.58s and 2.5 s: 90s are years. */
static bool is_of_seconds(const char *text, tr_span number, size_t at, size_t len)
{
    const size_t n = number.end - number.begin;

    if (at == len || text[at] != 's' || (at + 1 < len && tr_byte_is_word(text[at + 1])))
        return false;
    return memchr(text + number.begin, '.', n) || memchr(text + number.begin, ',', n);
}

bool tr_is_measure(const char *text, tr_span number, size_t len)
{
    const size_t behind = behind_blank(text, number.end, len);
    const tr_measure_facts *const f = &tr_every_language()->measures;

    return tr_currency_at(text, behind, len, true) > 0 ||
           unit_at(f->alike, text, behind, len) > 0 || unit_at(f->units, text, behind, len) > 0 ||
           is_of_seconds(text, number, behind, len) ||
           currency_before(text, before_blank(text, number.begin)) > 0;
}

size_t tr_unit_touching(const char *text, tr_span number, size_t len)
{
    if (is_of_seconds(text, number, number.end, len)) return 1;
    return unit_at(tr_every_language()->measures.alike, text, number.end, len);
}

/* True if a word of four letters or more stands at text [at, len) that is named as the unit is:
 * s is Sekunden, cm Zentimeter. */
static bool is_unit_word(const char *text, size_t at, size_t len, char unit)
{
    enum { SHORTEST = 4 };
    size_t n = 0;

    while (at + n < len && tr_byte_is_letter(text[at + n]))
        n++;
    if (n < SHORTEST) return false;
    const char initials[] = {unit, tr_ascii_lower(text[at])};
    return initials[1] == tr_ascii_lower(unit) ||
           tr_list_has(tr_every_language()->measures.initials, initials, 2);
}

bool tr_has_unit(const char *text, tr_span number, size_t len, const char *unit, size_t n)
{
    const size_t at = behind_blank(text, number.end, len);
    const bool is_same = len - at >= n && !memcmp(text + at, unit, n) &&
                         (at + n == len || !tr_byte_is_word(text[at + n]));

    return is_same || is_unit_word(text, at, len, *unit);
}

bool tr_is_rate(const char *text, tr_span number, size_t len, bool *money)
{
    size_t at = behind_blank(text, number.end, len);
    const size_t sign = tr_currency_at(text, at, len, true);

    *money = sign > 0 || currency_before(text, before_blank(text, number.begin)) > 0;
    if (sign) at = behind_blank(text, at + sign, len);
    if (at == len || text[at] != '/') return false;
    at = behind_blank(text, at + 1, len);
    return at < len && tr_byte_is_letter(text[at]);
}

bool tr_is_behind_money(const char *text, size_t at)
{
    const size_t sign = currency_before(text, at), end = before_blank(text, at - sign);
    size_t begin = end;

    if (sign) return end > 0 && tr_ascii_is_digit(text[end - 1]);
    while (begin > 0 &&
           (tr_ascii_is_digit(text[begin - 1]) || (begin < end && strchr(".,", text[begin - 1]))))
        begin--;
    return begin < end && currency_before(text, before_blank(text, begin)) > 0;
}

bool tr_is_clock(const char *text, tr_span number, size_t end)
{
    const tr_clock_words *const f = &tr_every_language()->clock;
    const char *const lists[] = {f->before_noon, f->after_noon, f->hour, f->full_hour};
    size_t at = number.end, n;

    while (at < end && tr_ascii_is_space(text[at]))
        at++;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const char *w = lists[i]; (w = tr_list_next(w, &n)); w += n) {
            const size_t len = n - (w[n - 1] == '.'); /* a last point may be left out */
            if (end - at >= len && !memcmp(text + at, w, len) &&
                (at + len == end || !tr_byte_is_word(text[at + len])))
                return true;
        }
    return false;
}

/* ---- Feet and inches ---- */

enum { PRIME = 0x2032, DOUBLE_PRIME = 0x2033 };

/* The end of a number with or without decimals at text [at, len). */
static size_t end_of_length(const char *text, size_t at, size_t len)
{
    const size_t end = tr_skip(text, at, len, tr_ascii_is_digit);

    if (end == at || end + 1 >= len || !strchr(".,", text[end])) return end;
    const size_t rest = tr_skip(text, end + 1, len, tr_ascii_is_digit);
    return rest > end + 1 ? rest : end;
}

static bool is_foot(int32_t c)
{
    return c == PRIME || c == '\'' || c == 0x2019;
}

static bool is_inch(int32_t c)
{
    return c == DOUBLE_PRIME || c == '"' || c == 0x201D;
}

/* True if a quotation that begins not long ago is open at text [at]. */
static bool is_quoted(const char *text, size_t at)
{
    enum { LONG = 1000 };
    bool open = false;

    for (size_t i = at > LONG ? at - LONG : 0; i < at; i++) {
        const bool is_straight =
            text[i] == '"' && (open || i == 0 || !tr_ascii_is_digit(text[i - 1]));
        const bool is_typographic =
            at - i > 2 && !memcmp(text + i, "\xE2\x80", 2) && strchr("\x9C\x9D\x9E", text[i + 2]);
        const bool is_guillemet =
            at - i > 1 && text[i] == '\xC2' && strchr("\xAB\xBB", text[i + 1]);
        if (is_straight || is_typographic || is_guillemet) open = !open;
    }
    return open;
}

size_t tr_feet_end(const char *text, size_t at, size_t len)
{
    const size_t first = end_of_length(text, at, len);

    if (first == at || first == len) return at;
    size_t end = first;
    const int32_t mark = tr_utf8_next(text, &end, len);
    if (is_foot(mark)) {
        const size_t blank = behind_blank(text, end, len);
        size_t second = end_of_length(text, blank, len);
        if (second > blank && second < len && is_inch(tr_utf8_next(text, &second, len)))
            return second;
    }
    const bool is_sure = mark == PRIME || mark == DOUBLE_PRIME;
    if (!is_sure && (mark != '"' || is_quoted(text, at))) return at;
    return tr_is_alnum(tr_utf8_at(text, end, len)) ? at : end;
}
