#include "language/language.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uloc.h>

#include "base/ascii.h"
#include "translate.h"

static char folded(char c)
{
    if (c == '_') return '-';
    return tr_ascii_lower(c);
}

/* True if `name` is `beginning`, or goes on after it with another subtag. */
static bool begins_with(const char *name, const char *beginning)
{
    size_t i = 0;
    while (beginning[i] && folded(name[i]) == folded(beginning[i]))
        i++;
    return !beginning[i] && (!name[i] || folded(name[i]) == '-');
}

static const char *behind_language(const char *name)
{
    return name + strcspn(name, "-_");
}

/* ICU knows ISO 639's equivalents.  "" for what cannot be a language. */
static void language_subtag(const char *name, char language[ULOC_LANG_CAPACITY])
{
    UErrorCode status = U_ZERO_ERROR;
    uloc_getLanguage(name, language, ULOC_LANG_CAPACITY, &status);
    if (status != U_ZERO_ERROR) *language = '\0';
}

bool tr_language_is_variety(const char *name, const char *of)
{
    char a[ULOC_LANG_CAPACITY], b[ULOC_LANG_CAPACITY];

    language_subtag(name, a);
    language_subtag(of, b);
    return *a && !strcmp(a, b) && begins_with(behind_language(name), behind_language(of));
}

int tr_language_fit(const char *language, const char *asked)
{
    return tr_language_is_variety(language, asked) + tr_language_is_variety(asked, language);
}

/* 0 = not meant; more for a closer fit. */
static int grade(const char *code, const char *name)
{
    if (begins_with(code, name) && begins_with(name, code)) return 3;
    if (!tr_language_is_variety(code, name)) return 0;
    return tr_language_is_variety(name, code) ? 2 : 1;
}

ptrdiff_t tr_language_find(char *const *codes, size_t n, const char *name)
{
    ptrdiff_t found = TR_LANGUAGE_UNKNOWN;
    int best = 0;

    for (size_t i = 0; i < n; i++) {
        const int this = grade(codes[i], name);
        if (this > best) {
            best = this;
            found = (ptrdiff_t)i;
        } else if (this && this == best) {
            found = TR_LANGUAGE_AMBIGUOUS;
        }
    }
    return found;
}

void tr_language_tag(const char *name, char *tag, size_t size)
{
    char language[ULOC_LANG_CAPACITY];

    language_subtag(name, language);
    snprintf(tag, size, "%s%s", language, behind_language(name));
    for (char *c = tag; *c; c++)
        if (*c == '_') *c = '-';
}
