#include "text/marks/amounts.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

bool tr_is_amount_sign(const char *word, size_t len)
{
    int32_t c;

    if (!len || tr_utf8_decode(word, len, &c) != len) return false;
    return c == '$' || c == '%' || (c >= 0xA2 && c <= 0xA5) || c == 0x2030 ||
           (c >= 0x20A0 && c <= 0x20CF);
}

/* Words of the languages that models are shipped or imported for. */
static const char *const units[] = {"dollar",  "dollars",  "euro",  "euros",   "pound",   "pounds",
                                    "pfund",   "cent",     "cents", "yen",     "percent", "per",
                                    "prozent", "promille", "dólar", "dólares", "libra",   "libras",
                                    "livres",  "uhr",      "clock", "francs",  "franken"};

bool tr_is_amount_unit(const char *word, size_t len)
{
    if (tr_is_amount_sign(word, len)) return true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t k = 0;
        while (k < len && units[i][k] && tr_ascii_lower(word[k]) == units[i][k])
            k++;
        if (k == len && !units[i][k]) return true;
    }
    return false;
}

enum { MOST_LETTERS = 3 };

/* The letters of text [len] at byte `at`, and how many they are. */
static size_t letters_end(const char *text, size_t len, size_t at, size_t *n)
{
    int32_t c;

    for (*n = 0; at < len; ++*n) {
        const size_t k = tr_utf8_decode(text + at, len - at, &c);
        if (!tr_is_letter(c) && c != 0xBA && c != 0xAA) break;
        at += k;
    }
    return at;
}

bool tr_is_ordinal_ending(const char *text, size_t len, tr_span letters)
{
    size_t n;

    if (letters.begin >= letters.end || letters.end > len || !letters.begin ||
        !tr_ascii_is_digit(text[letters.begin - 1]))
        return false;
    return letters_end(text, len, letters.begin, &n) == letters.end && n && n <= MOST_LETTERS;
}

/* The place of number [n] in text [from, len), where no other digit touches it; `len` if it is not
 * there. */
static size_t find_number(const char *number, size_t n, const char *text, size_t len, size_t from)
{
    for (size_t i = from; i + n <= len; i++) {
        if (memcmp(text + i, number, n) != 0) continue;
        if (i > 0 && tr_ascii_is_digit(text[i - 1])) continue;
        if (i + n < len && tr_ascii_is_digit(text[i + n])) continue;
        return i;
    }
    return len;
}

bool tr_find_ordinal_ending(const char *text, size_t at, const char *translation, size_t len,
                            size_t *from, tr_span *place)
{
    size_t begin = at, n;

    while (begin > 0 && tr_ascii_is_digit(text[begin - 1]))
        begin--;
    const size_t found = find_number(text + begin, at - begin, translation, len, *from);
    if (begin == at || found == len) return false;
    size_t end = found + (at - begin);
    const size_t letters = letters_end(translation, len, end, &n);
    if (n && n <= MOST_LETTERS) {
        *place = (tr_span){end, letters};
    } else {
        end += end < len && translation[end] == '.';
        *place = (tr_span){end, end};
    }
    *from = place->end;
    return true;
}
