#include "text/marks/amounts.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

bool tr_is_amount_sign(const char *word, size_t len)
{
    const int32_t c = tr_utf8_at(word, 0, len);
    return tr_utf8_count(word, len) == 1 && (c == '$' || c == '%' || (c >= 0xA2 && c <= 0xA5) ||
                                             c == 0x2030 || (c >= 0x20A0 && c <= 0x20CF));
}

/* Words of the languages that models are shipped or imported for. */
static const char units[] =
    " dollar dollars euro euros pound pounds pfund cent cents yen percent per prozent promille "
    "dólar dólares libra libras livres uhr clock francs franken ";

bool tr_is_amount_unit(const char *word, size_t len)
{
    return len > 0 && (tr_is_amount_sign(word, len) || tr_list_beginning(units, word, len) == len);
}

static bool is_raised_letter(int32_t c)
{
    return tr_is_letter(c) || c == 0xBA || c == 0xAA;
}

/* Where one to three letters at text [at, len) end; `at` if there are none, or more. */
static size_t letters_end(const char *text, size_t len, size_t at)
{
    enum { MOST_LETTERS = 3 };
    const size_t end = tr_utf8_skip(text, at, len, is_raised_letter);
    return tr_utf8_count(text + at, end - at) <= MOST_LETTERS ? end : at;
}

bool tr_is_ordinal_ending(const char *text, size_t len, tr_span letters)
{
    return letters.begin > 0 && letters.begin < letters.end && letters.end <= len &&
           tr_ascii_is_digit(text[letters.begin - 1]) &&
           letters_end(text, len, letters.begin) == letters.end;
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
    const size_t begin = tr_skip_back(text, 0, at, tr_ascii_is_digit);
    const size_t found = find_number(text + begin, at - begin, translation, len, *from);

    if (begin == at || found == len) return false;
    const size_t digits = found + (at - begin), letters = letters_end(translation, len, digits);
    *place = (tr_span){digits, letters};
    if (letters == digits) /* a point, or nothing */
        place->begin = place->end = digits + (digits < len && translation[digits] == '.');
    *from = place->end;
    return true;
}
