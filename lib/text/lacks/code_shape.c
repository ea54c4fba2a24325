#include "text/lacks/code_shape.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* drwx--xr-x: small letters without a vowel, and two hyphens or more. */
static bool is_row_of_flags(const char *text, tr_span at)
{
    size_t hyphens = 0;

    if (tr_skip_back(text, at.begin, at.end, tr_ascii_is_lower) == at.end) return false;
    for (size_t i = at.begin; i < at.end; i++) {
        if (text[i] != '-' && !(tr_ascii_is_lower(text[i]) && !strchr("aeiouy", text[i])))
            return false;
        hyphens += text[i] == '-';
    }
    return hyphens > 1;
}

/* &HFF: a number as some programs write it. */
static bool is_number_with_ampersand(const char *text, tr_span at)
{
    enum { SHORTEST = 3 };
    return text[at.begin] == '&' && at.end - at.begin > SHORTEST &&
           tr_skip(text, at.begin + 1, at.end, tr_ascii_is_alnum) == at.end &&
           text[at.begin + 1] == 'H' && !tr_ascii_is_lower(text[at.begin + 2]);
}

/* $? and $!, and %a: a sign with one character more. */
static bool is_of_shell(const char *text, tr_span at)
{
    if (at.end - at.begin != 2) return false;
    return (text[at.begin] == '$' && tr_ascii_is_one_of(text[at.begin + 1], "?!$@#*")) ||
           (text[at.begin] == '%' && tr_ascii_is_letter(text[at.begin + 1]));
}

/* C-u: a key of editors, with a small letter behind a capital one. */
static bool is_key(const char *text, tr_span at)
{
    return at.end - at.begin == 3 && tr_ascii_is_upper(text[at.begin]) &&
           text[at.begin + 1] == '-' && tr_ascii_is_lower(text[at.begin + 2]);
}

/* 54934873062HVEA: many digits, and capitals that are no unit. */
static bool is_serial(const char *text, tr_span at)
{
    enum { DIGITS = 5, LETTERS = 3 };
    const size_t digits = tr_skip(text, at.begin, at.end, tr_ascii_is_digit);

    return digits - at.begin >= DIGITS && at.end - digits >= LETTERS &&
           tr_skip(text, digits, at.end, tr_ascii_is_upper) == at.end;
}

bool tr_is_code_shape(const char *text, tr_span at)
{
    return is_row_of_flags(text, at) || is_number_with_ampersand(text, at) ||
           is_of_shell(text, at) || is_key(text, at) || is_serial(text, at);
}

static bool is_of_morse(int32_t c)
{
    return c == '.' || c == '-';
}

bool tr_is_morse(const char *text, tr_span at)
{
    const size_t hyphen = tr_find_byte(text, at.begin, at.end, '-');

    return at.end - at.begin > 1 && hyphen < at.end &&
           memchr(text + at.begin, '.', at.end - at.begin) &&
           tr_utf8_skip(text, at.begin, at.end, is_of_morse) == at.end;
}

bool tr_are_quoted_marks(const char *text, tr_span whole)
{
    const char first = text[whole.begin];
    size_t i = whole.begin + 1;

    while (i < whole.end && tr_ascii_is_one_of(text[i], ".,:;!?"))
        i++;
    return (first == '"' || first == '\'') && i > whole.begin + 2 && i + 1 == whole.end &&
           text[i] == first;
}

bool tr_has_code_quote(const char *text, tr_span whole)
{
    for (size_t i = whole.begin; i + 1 < whole.end; i++) {
        const char c = text[i], next = text[i + 1];
        if (tr_ascii_is_one_of(c, "[{=") && (next == '"' || next == '\'') && i + 2 < whole.end)
            return true;
        if ((c == '"' || c == '\'') && tr_ascii_is_one_of(next, "]}=")) return true;
    }
    const char first = text[whole.begin];
    return whole.end - whole.begin > 4 && (first == '"' || first == '\'') &&
           text[whole.end - 1] == ':' && text[whole.end - 2] == first;
}
