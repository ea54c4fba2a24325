#include "serve/dialects/language_codes.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

/* Codes that are not those of BCP 47, or are older or coarser than what models have. */
static const struct {
    const char *code, *language;
} others[] = {
    {"zh-hans", "zh"}, {"zh-cn", "zh"}, {"zt", "zh-Hant"}, {"zh-tw", "zh-Hant"},
    {"pb", "pt-BR"},   {"iw", "he"},    {"in", "id"},      {"nb", "no"},
    {"no", "nb"},      {"jw", "jv"},    {"tl", "fil"},     {"ji", "yi"},
};

static bool is_known(desk *d, const char *language)
{
    return desk_has(d, language, NULL) || desk_has(d, NULL, language);
}

const char *language_of_code(desk *d, const char *code, char out[TR_PEEK_SIZE])
{
    snprintf(out, TR_PEEK_SIZE, "%s", code);
    for (char *at = out; *at; at++)
        *at = *at == '_' ? '-' : (char)tr_ascii_lower(*at);
    if (is_known(d, out)) return out;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(out, others[i].code) != 0 || !is_known(d, others[i].language)) continue;
        snprintf(out, TR_PEEK_SIZE, "%s", others[i].language);
        break;
    }
    return out;
}
