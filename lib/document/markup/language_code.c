#include "document/markup/language_code.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"

bool tr_language_is_code(const char *code)
{
    size_t n = 0;

    for (; code[n]; n++)
        if (!tr_ascii_is_alnum(code[n]) &&
            (code[n] != '-' || n == 0 || !tr_ascii_is_alnum(code[n + 1])))
            return false;
    return n >= 2 && n < 36;
}

static size_t primary(const char *code, size_t len)
{
    size_t n = 0;
    while (n < len && tr_ascii_is_alnum(code[n]))
        n++;
    return n;
}

bool tr_language_matches(const char *code, size_t len, const char *language)
{
    const size_t n = primary(code, len);
    return n && n == primary(language, strlen(language)) && !strncasecmp(code, language, n);
}
