#include "language/language_parts.h"

#include <string.h>
#include <unicode/uloc.h>
#include <unicode/uscript.h>

/* By its script: office programs take all for complex that have ligatures, marks or a direction. */
static enum tr_script_kind kind_of(const char *script)
{
    static const char *const asian[] = {"Hans", "Hant", "Hani", "Jpan", "Kore", "Bopo"};
    static const char *const western[] = {"Latn", "Cyrl", "Grek", "Armn", "Geor"};

    for (size_t i = 0; i < sizeof asian / sizeof *asian; i++)
        if (!strcmp(script, asian[i])) return TR_SCRIPT_EAST_ASIAN;
    for (size_t i = 0; i < sizeof western / sizeof *western; i++)
        if (!strcmp(script, western[i])) return TR_SCRIPT_WESTERN;
    return TR_SCRIPT_COMPLEX;
}

bool tr_language_parts_find(const char *code, tr_language_parts *parts)
{
    char id[ULOC_FULLNAME_CAPACITY], likely[ULOC_FULLNAME_CAPACITY], script[ULOC_SCRIPT_CAPACITY];
    UErrorCode status = U_ZERO_ERROR;

    *parts = (tr_language_parts){{0}, {0}, TR_SCRIPT_WESTERN, false};
    uloc_forLanguageTag(code, id, sizeof id, NULL, &status);
    uloc_addLikelySubtags(id, likely, sizeof likely, &status);
    uloc_getLanguage(likely, parts->language, sizeof parts->language, &status);
    uloc_getCountry(likely, parts->region, sizeof parts->region, &status);
    uloc_getScript(likely, script, sizeof script, &status);
    if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING || !*parts->language)
        return false;
    parts->script = kind_of(script);
    parts->is_from_right = uloc_isRightToLeft(likely);
    return true;
}
