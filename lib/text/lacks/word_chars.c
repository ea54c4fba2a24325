#include "text/lacks/word_chars.h"

#include <string.h>

#include "base/unicode.h"

bool tr_is_double_quote(int32_t c)
{
    return c == '"' || c == 0xAB || c == 0xBB || (c >= 0x201C && c <= 0x201F);
}

bool tr_is_quote_sign(int32_t c)
{
    return tr_is_double_quote(c) || c == '\'' || c == '`' || c == 0xB4 ||
           (c >= 0x2018 && c <= 0x201B) || c == 0x2039 || c == 0x203A;
}

bool tr_is_dash_sign(int32_t c)
{
    return c == '-' || (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
}

bool tr_is_sentence_mark(int32_t c)
{
    return (c > 0 && c < 0x80 && strchr(".,;:!?", c)) || c == 0x2026;
}

bool tr_is_latin_letter(int32_t c)
{
    enum { LATIN_END = 0x250, MORE_LATIN = 0x1E00, MORE_LATIN_END = 0x1F00 };
    return tr_is_letter(c) && (c < LATIN_END || (c >= MORE_LATIN && c < MORE_LATIN_END));
}

bool tr_is_raised_or_low(int32_t c)
{
    return (c >= 0x2B0 && c < 0x300) || (c >= 0x1D2C && c < 0x1D6B) ||
           (c >= 0x2070 && c < 0x20A0) || c == 0x2C7C || c == 0x2C7D;
}

/* Characters that do not show, and order or join others. */
static bool is_hidden(int32_t c)
{
    return c == 0x200D || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool tr_is_width_zero(int32_t c)
{
    return c == 0x200B || c == 0x200C || c == 0x2060 || c == 0x34F || c == 0xFEFF;
}

bool tr_is_lasting_sign(int32_t c)
{
    enum { SECTION = 0xA7, PARAGRAPH = 0xB6, MIDDLE_DOT = 0xB7, DAGGERS = 0x2020, BULLET = 0x2022 };

    if (c < 0x80) return c > 0 && strchr("#*+<=>@[\\]^_{|}~", c);
    if (c == SECTION || c == PARAGRAPH || c == MIDDLE_DOT) return true;
    if ((c >= DAGGERS && c <= BULLET) || (c >= 0x2030 && c <= 0x2038)) return true;
    if (c == 0x2016 || c == 0x2017 || (c >= 0x203B && c <= 0x205E)) return true;
    if (is_hidden(c) || tr_is_raised_or_low(c)) return true;
    return tr_is_sign(c) && !tr_is_currency(c) && !tr_is_dash_sign(c) && !tr_is_quote_sign(c);
}
