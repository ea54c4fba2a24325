#include "serve/dialects/language_codes.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uloc.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "models/language_names.h"

/* Codes that ICU does not take for others, facts "codes.others" of lib/language/data. */
static const struct {
    const char *language, *codes;
} others[] = {
#include "language_codes.inc"
};

/* The parts of a language; the likeliest where a part was not said. */
typedef struct parts {
    char language[ULOC_LANG_CAPACITY], script[ULOC_SCRIPT_CAPACITY], region[ULOC_COUNTRY_CAPACITY];
} parts;

static bool find_parts(const char *code, parts *p)
{
    char tag[ULOC_FULLNAME_CAPACITY], likely[ULOC_FULLNAME_CAPACITY], other[TR_PEEK_SIZE + 16];
    UErrorCode status = U_ZERO_ERROR;

    *p = (parts){{0}, {0}, {0}};
    if (strlen(code) >= TR_PEEK_SIZE) return false;
    uloc_toLanguageTag(code, tag, sizeof tag, 0, &status);
    if (U_FAILURE(status) || !strncmp(tag, "und", 3)) return false;
    const size_t len = strcspn(tag, "-");
    snprintf(other, sizeof other, "%.*s", TR_PEEK_SIZE, tag);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (tr_list_has(others[i].codes, tag, len))
            snprintf(other, sizeof other, "%s%.*s", others[i].language, TR_PEEK_SIZE, tag + len);
    uloc_addLikelySubtags(other, likely, sizeof likely, &status);
    uloc_getLanguage(likely, p->language, sizeof p->language, &status);
    uloc_getScript(likely, p->script, sizeof p->script, &status);
    uloc_getCountry(likely, p->region, sizeof p->region, &status);
    return U_SUCCESS(status) && *p->language;
}

static bool is_spelled(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (tr_ascii_lower(*a == '_' ? '-' : *a) != tr_ascii_lower(*b == '_' ? '-' : *b))
            return false;
    return *a == *b;
}

/* What is looked for among the languages of a side. */
typedef struct wanted {
    const char *code; /* or a name */
    parts parts;
    char *out; /* [TR_PEEK_SIZE] of grade 0 to 3 */
    int grade;
} wanted;

static int grade_of(const wanted *w, const char *language)
{
    parts p;

    if (is_spelled(w->code, language)) return 3;
    if (!*w->parts.language || !find_parts(language, &p)) return 0;
    if (strcmp(p.language, w->parts.language) || strcmp(p.script, w->parts.script)) return 0;
    return strcmp(p.region, w->parts.region) ? 1 : 2;
}

static void take(wanted *w, const char *language, int grade)
{
    if (grade <= w->grade) return;
    w->grade = grade;
    snprintf(w->out, TR_PEEK_SIZE, "%s", language);
}

static void offer(void *ctx, const char *language)
{
    wanted *const w = ctx;
    take(w, language, grade_of(w, language));
}

static void offer_named(void *ctx, const char *language)
{
    wanted *const w = ctx;
    if (language_is_called(language, w->code)) take(w, language, 1);
}

static bool find(translator *d, wanted *w, bool is_target, translator_take_language *each)
{
    if (is_target)
        translator_targets(d, NULL, each, w);
    else
        translator_sources(d, each, w);
    return w->grade > 0;
}

bool find_language_code(translator *d, const char *code, bool is_target, char out[TR_PEEK_SIZE])
{
    wanted w = {.code = code, .out = out};

    *out = '\0';
    find_parts(code, &w.parts);
    return find(d, &w, is_target, offer);
}

const char *language_of_code(translator *d, const char *code, char out[TR_PEEK_SIZE])
{
    if (find_language_code(d, code, false, out) || find_language_code(d, code, true, out))
        return out;
    snprintf(out, TR_PEEK_SIZE, "%s", code);
    for (char *at = out; *at; at++)
        *at = (char)tr_ascii_lower(*at);
    return out;
}

bool find_language_name(translator *d, const char *name, bool is_target, char out[TR_PEEK_SIZE])
{
    wanted w = {.code = name, .out = out};
    return find_language_code(d, name, is_target, out) || find(d, &w, is_target, offer_named);
}
