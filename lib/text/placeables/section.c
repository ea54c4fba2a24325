#include "text/placeables/section.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"

static size_t end_of_digits(const char *text, size_t at, size_t end)
{
    while (at < end && tr_ascii_is_digit(text[at]))
        at++;
    return at;
}

/* Where a word of the list ends that begins at `at`, with a blank behind it; `at` if there is none.
 */
static size_t end_of_abbreviation(const char *text, size_t at, size_t len, const char *const *words)
{
    for (; *words; words++) {
        const size_t n = strlen(*words);
        if (len - at > n && !memcmp(text + at, *words, n) && text[at + n] == ' ') return at + n + 1;
    }
    return at;
}

/* Where the number of a part of a law that begins at `at` ends: 2, 4a, f, aa, 5(1); `at` if there
 * is none. */
static size_t end_of_part_number(const char *text, size_t at, size_t len)
{
    enum { MOST_LETTERS = 2 };
    size_t end = end_of_digits(text, at, len);

    if (end == at) {
        while (end < len && tr_ascii_is_lower(text[end]))
            end++;
        if (end - at > MOST_LETTERS) return at;
    } else {
        while (end < len && (tr_byte_is_word(text[end]) || strchr("()", text[end])))
            end++;
    }
    return end < len && tr_byte_is_word(text[end]) ? at : end;
}

/* Where the parts of a law that German names behind a section end: " Abs. 1 S. 2 lit. f". */
static size_t end_of_parts(const char *text, size_t at, size_t len)
{
    static const char *const names[] = {"Abs.",      "S.",    "Nr.",    "Nrn.", "lit.",
                                        "Buchst.",   "Hs.",   "Halbs.", "Alt.", "Var.",
                                        "Unterabs.", "UAbs.", NULL};

    while (at < len && text[at] == ' ') {
        const size_t number = end_of_abbreviation(text, at + 1, len, names);
        const size_t end = end_of_part_number(text, number, len);
        if (number == at + 1 || end == number) break;
        at = end;
    }
    return at;
}

size_t tr_section_end(const char *text, size_t at, size_t len)
{
    static const char sign[] = "\xC2\xA7";
    static const char *const article[] = {"Art.", "Artt.", NULL};
    static const char paragraph[] = " Abs. ";
    const size_t n = sizeof paragraph - 1;
    size_t digits = at;

    while (len - digits >= 2 && !memcmp(text + digits, sign, 2))
        digits += 2;
    const bool is_signed = digits > at;
    if (is_signed)
        digits += digits < len && text[digits] == ' ';
    else
        digits = end_of_abbreviation(text, at, len, article);
    if (digits == len || !tr_ascii_is_digit(text[digits])) return at;
    const bool is_bare = digits == at; /* "5, 13 Abs. 4": the sign is before another */
    const size_t number = end_of_part_number(text, digits, len);
    const size_t end = end_of_parts(text, number, len);
    if (is_bare && (len - number < n || memcmp(text + number, paragraph, n) != 0)) return at;
    return is_signed || end > number ? end : at;
}
