#include "syntax/functions.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* A letter of any script but an ASCII one. */
static size_t foreign_letter(const char *text, size_t len, size_t begin, size_t at)
{
    int32_t c;

    (void)begin;
    if (at >= len || (unsigned char)text[at] < 0x80) return TR_NOT_THERE;
    const size_t n = tr_utf8_decode(text + at, len - at, &c);
    return tr_is_letter(c) ? at + n : TR_NOT_THERE;
}

/* Balanced brackets, from the first on. */
static size_t balanced(const char *text, size_t len, size_t begin, size_t at, const char *pair)
{
    size_t depth = 0;

    for (size_t i = at; i < len && i < begin + TR_PATTERN_LONGEST; i++) {
        depth += text[i] == pair[0];
        if (text[i] == pair[1] && depth > 0 && --depth == 0) return i + 1;
        if (depth == 0) break;
    }
    return TR_NOT_THERE;
}

static size_t braces(const char *text, size_t len, size_t begin, size_t at)
{
    return balanced(text, len, begin, at, "{}");
}

static size_t parens(const char *text, size_t len, size_t begin, size_t at)
{
    return balanced(text, len, begin, at, "()");
}

/* Nothing, where only blanks and marks of lists and quotations are before it on its line. */
static size_t line_start(const char *text, size_t len, size_t begin, size_t at)
{
    (void)len;
    while (begin > 0 && strchr(" \t>-*+", text[begin - 1]))
        begin--;
    return begin == 0 || text[begin - 1] == '\n' ? at : TR_NOT_THERE;
}

/* Nothing, where a small letter is near: not all is in capitals. */
static size_t amid_small(const char *text, size_t len, size_t begin, size_t at)
{
    enum { NEAR = 24 };
    const size_t end = len - at > NEAR ? at + NEAR : len;

    for (size_t i = begin > NEAR ? begin - NEAR : 0; i < end; i++)
        if (tr_ascii_is_lower(text[i])) return at;
    return TR_NOT_THERE;
}

/* Nothing, where a telephone number has enough bytes. */
static size_t long_enough(const char *text, size_t len, size_t begin, size_t at)
{
    enum { SHORTEST = 9 };

    (void)text;
    (void)len;
    return at - begin >= SHORTEST ? at : TR_NOT_THERE;
}

tr_pattern_function *tr_pattern_function_of(const char *name, size_t n)
{
    static const struct {
        const char *name;
        tr_pattern_function *run;
    } functions[] = {{"foreign-letter", foreign_letter},
                     {"braces", braces},
                     {"parens", parens},
                     {"line-start", line_start},
                     {"amid-small", amid_small},
                     {"long-enough", long_enough}};

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i].name) == n && !memcmp(functions[i].name, name, n))
            return functions[i].run;
    return NULL;
}
