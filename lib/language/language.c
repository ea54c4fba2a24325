#include "language/language.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uloc.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#include "base/ascii.h"
#include "base/order.h"
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

/* ---- Other codes of a language -------------------------------------------------------------- */

/* CLDR's codes that others stand for, or NULL: then none does. */
static UResourceBundle *open_aliases(void)
{
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *const all = ures_openDirect(NULL, "metadata", &status);
    UResourceBundle *const alias = ures_getByKey(all, "alias", NULL, &status);
    UResourceBundle *const languages = ures_getByKey(alias, "language", NULL, &status);

    ures_close(alias);
    ures_close(all);
    if (U_SUCCESS(status)) return languages;
    ures_close(languages);
    return NULL;
}

/* The language, by the code that CLDR prefers. */
static void preferred_subtag(const UResourceBundle *aliases, const char *name,
                             char language[ULOC_LANG_CAPACITY])
{
    UErrorCode status = U_ZERO_ERROR;
    char other[ULOC_LANG_CAPACITY];
    int32_t len = 0;

    language_subtag(name, language);
    if (!aliases || !*language) return;
    UResourceBundle *const entry = ures_getByKey(aliases, language, NULL, &status);
    const UChar *const text = ures_getStringByKey(entry, "replacement", &len, &status);
    if (U_SUCCESS(status) && len < ULOC_LANG_CAPACITY) {
        u_UCharsToChars(text, other, len);
        other[len] = '\0';
        if (!strpbrk(other, "-_ ")) strcpy(language, other);
    }
    ures_close(entry);
}

static bool is_same_language(const UResourceBundle *aliases, const char *a, const char *b)
{
    char x[ULOC_LANG_CAPACITY], y[ULOC_LANG_CAPACITY];

    preferred_subtag(aliases, a, x);
    preferred_subtag(aliases, b, y);
    return *x && !strcmp(x, y);
}

/* As grade(), by CLDR's codes. */
static int grade_alias(const UResourceBundle *aliases, const char *code, const char *name)
{
    const char *const of_code = behind_language(code), *const of_name = behind_language(name);

    if (!begins_with(of_code, of_name) || !is_same_language(aliases, code, name)) return 0;
    return begins_with(of_name, of_code) ? 2 : 1;
}

/* ---- Which is meant ------------------------------------------------------------------------- */

/* The code of the best grade; `aliases` NULL: by its own codes alone. */
static ptrdiff_t find(const UResourceBundle *aliases, char *const *codes, size_t n,
                      const char *name)
{
    ptrdiff_t found = TR_LANGUAGE_UNKNOWN;
    int best = 0;

    for (size_t i = 0; i < n; i++) {
        const int this = aliases ? grade_alias(aliases, codes[i], name) : grade(codes[i], name);
        if (this > best) {
            best = this;
            found = (ptrdiff_t)i;
        } else if (this && this == best) {
            found = TR_LANGUAGE_AMBIGUOUS;
        }
    }
    return found;
}

ptrdiff_t tr_language_find(char *const *codes, size_t n, const char *name)
{
    const ptrdiff_t found = find(NULL, codes, n, name);

    if (found != TR_LANGUAGE_UNKNOWN || !*name) return found;
    UResourceBundle *const aliases = open_aliases();
    const ptrdiff_t other = aliases ? find(aliases, codes, n, name) : found;
    ures_close(aliases);
    return other;
}

/* ---- What is near it ------------------------------------------------------------------------ */

enum { LONGEST_COMPARED = 32 };

/* Letters to insert, delete or replace (Levenshtein); of words that are too long, their length. */
static size_t distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    size_t row[LONGEST_COMPARED + 1];

    if (n > LONGEST_COMPARED || m > LONGEST_COMPARED) return n > m ? n : m;
    for (size_t k = 0; k <= m; k++)
        row[k] = k;
    for (size_t i = 1; i <= n; i++) {
        size_t before = row[0]; /* left above */
        row[0] = i;
        for (size_t k = 1; k <= m; k++) {
            const size_t replaced = before + (folded(a[i - 1]) != folded(b[k - 1]));
            before = row[k];
            row[k] = tr_smaller(replaced, 1 + tr_smaller(row[k], row[k - 1]));
        }
    }
    return row[m];
}

static size_t list_spelt_alike(char *const *codes, size_t n, const char *name, const char **near,
                               size_t most)
{
    size_t best = (strlen(name) + 2) / 4, found = 0; /* a letter of three, two of six */

    for (size_t i = 0; i < n; i++) {
        const size_t d = distance(codes[i], name);
        if (d < best) found = 0;
        if (d > best) continue;
        best = d;
        if (found < most) near[found++] = codes[i];
    }
    return found;
}

/* True if a code is one of ICU's languages: it is hardly a mistake for one that looks like it. */
static bool is_known(const char *code)
{
    char language[ULOC_LANG_CAPACITY];
    UErrorCode status = U_ZERO_ERROR;
    UChar name[100];

    language_subtag(code, language);
    if (!*language) return false;
    uloc_getDisplayLanguage(language, "en", name, sizeof name / sizeof *name, &status);
    return U_SUCCESS(status) && status != U_USING_DEFAULT_WARNING;
}

size_t tr_language_near(char *const *codes, size_t n, const char *name, const char **near,
                        size_t most)
{
    UResourceBundle *const aliases = open_aliases();
    size_t found = 0;

    for (size_t i = 0; i < n && found < most; i++)
        if (is_same_language(aliases, codes[i], name)) near[found++] = codes[i];
    ures_close(aliases);
    return found || is_known(name) ? found : list_spelt_alike(codes, n, name, near, most);
}

void tr_language_tag(const char *name, char *tag, size_t size)
{
    char language[ULOC_LANG_CAPACITY];

    language_subtag(name, language);
    snprintf(tag, size, "%s%s", language, behind_language(name));
    for (char *c = tag; *c; c++)
        if (*c == '_') *c = '-';
}
