#include "document/markup/language_code.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/markup/markup.h"

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
    size_t n = tr_skip(code, 0, len, tr_ascii_is_alnum);
    return n;
}

bool tr_language_matches(const char *code, size_t len, const char *language)
{
    const size_t n = primary(code, len);
    return n && n == primary(language, strlen(language)) && !strncasecmp(code, language, n);
}

bool tr_markup_is_foreign(const tr_markup *m, const tr_markup_token *t, const char *source)
{
    static const char *const unknown[] = {"und", "mul", "mis", "zxx"};
    tr_span s;

    if (!source || !*source) return false;
    if (!tr_markup_find(m, t, "xml:lang", &s) && !tr_markup_find(m, t, "lang", &s)) return false;
    const size_t len = s.end - s.begin;
    if (len < 2 || !tr_ascii_is_letter(m->text[s.begin])) return false;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (len >= 3 && !memcmp(m->text + s.begin, unknown[i], 3)) return false;
    return !tr_language_matches(m->text + s.begin, len, source);
}
