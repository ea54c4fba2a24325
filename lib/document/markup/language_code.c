#include "document/markup/language_code.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/word_list.h"
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

bool tr_language_matches(const char *code, size_t len, const char *language)
{
    const size_t n = tr_skip(code, 0, len, tr_ascii_is_alnum);
    const size_t n_other = tr_skip(language, 0, strlen(language), tr_ascii_is_alnum);
    return n && n == n_other && !strncasecmp(code, language, n);
}

tr_span tr_locale_find(const char *json, size_t size)
{
    static const char key[] = "\"@@locale\"";
    size_t at = tr_span_find(json, 0, size, key);

    if (at == size) return (tr_span){0};
    at += strlen(key);
    while (at < size && (tr_ascii_is_html_space(json[at]) || json[at] == ':'))
        at++;
    if (at == size || json[at] != '"') return (tr_span){0};
    return (tr_span){at + 1, tr_find_byte(json, at + 1, size, '"')};
}

bool tr_markup_is_foreign(const tr_markup *m, const tr_markup_token *t, const char *source)
{
    tr_span s;

    if (!source || !*source) return false;
    if (!tr_markup_find(m, t, "xml:lang", &s) && !tr_markup_find(m, t, "lang", &s)) return false;
    const size_t len = s.end - s.begin;
    if (len < 2 || !tr_ascii_is_letter(m->text[s.begin])) return false;
    if (len >= 3 && tr_list_has(" und mul mis zxx ", m->text + s.begin, 3)) return false;
    return !tr_language_matches(m->text + s.begin, len, source);
}
