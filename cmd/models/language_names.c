#include "models/language_names.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { LONGEST = 128 };

const char language_english[] = "en", language_chinese[] = "zh";

/* The length of a language's name in English; 0 if it has none that short. */
static int32_t find_name(const char *language, UChar wide[LONGEST], UErrorCode *status)
{
    *status = U_ZERO_ERROR;
    const int32_t n = uloc_getDisplayName(language, language_english, wide, LONGEST, status);
    return U_SUCCESS(*status) && n < LONGEST ? n : 0;
}

/* ICU says that a language has no name, too, when there was no memory for all that it knows. */
static void check_names(void)
{
    UChar wide[LONGEST];
    UErrorCode status;

    find_name(language_english, wide, &status);
    if (status == U_ZERO_ERROR || reserve_is_kept()) return; /* a server can do without */
    complain("the names of languages cannot be read: out of memory, or ICU has lost its data");
    unfinished_end_program();
}

void language_name(const char *language, char *name, size_t size)
{
    UChar wide[LONGEST];
    UErrorCode status;
    const int32_t n = find_name(language, wide, &status);

    if (status == U_USING_DEFAULT_WARNING) check_names();
    if (n) {
        u_strToUTF8(name, (int32_t)size, NULL, wide, n, &status);
        if (U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING) return;
    }
    snprintf(name, size, "%s", language);
}

static bool has_name_in(const char *language, const char *in, const UChar *wanted)
{
    UChar wide[LONGEST];
    UErrorCode status = U_ZERO_ERROR;
    const int32_t n = uloc_getDisplayLanguage(language, in, wide, LONGEST, &status);

    if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING || n >= LONGEST) return false;
    return u_strcasecmp(wide, wanted, U_FOLD_CASE_DEFAULT) == 0;
}

bool language_is_named(const char *language, const char *name)
{
    UChar wanted[LONGEST];
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;

    u_strFromUTF8(wanted, LONGEST, &n, name, -1, &status);
    if (U_FAILURE(status) || n >= LONGEST) return false;
    return has_name_in(language, language_english, wanted) ||
           has_name_in(language, language, wanted);
}

/* ---- In other languages -------------------------------------------------------------------- */

void language_name_in(const char *language, const char *in, char *name, size_t size)
{
    UChar wide[LONGEST];
    UErrorCode status = U_ZERO_ERROR;
    const int32_t n = uloc_getDisplayName(language, *in ? in : language, wide, LONGEST, &status);

    if (U_SUCCESS(status) && n > 0 && n < LONGEST) {
        u_strToUTF8(name, (int32_t)size, NULL, wide, n, &status);
        if (U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING) return;
    }
    snprintf(name, size, "%s", language);
}

bool language_is_right_to_left(const char *language)
{
    return uloc_isRightToLeft(language);
}

/* Brackets as ASCII has them: Chinese has wider ones, and no blank before them. */
static void make_brackets_plain(UChar *text)
{
    UChar *const begin = text, *to = text;

    for (; *text; text++) {
        if (*text == 0xFF08 || *text == '(') {
            if (to > begin && to[-1] == ' ') to--;
            *to++ = '(';
        } else {
            *to++ = *text == 0xFF09 ? ')' : *text;
        }
    }
    *to = 0;
}

/* In a dialect's words ("British English") or as a language with its variety. */
static bool is_name_in(const char *language, const char *in, int words, const UChar *wanted)
{
    UChar wide[LONGEST];
    UErrorCode status = U_ZERO_ERROR;
    ULocaleDisplayNames *const names = uldn_open(in, (UDialectHandling)words, &status);

    if (U_FAILURE(status)) return false;
    const int32_t n = uldn_localeDisplayName(names, language, wide, LONGEST, &status);
    uldn_close(names);
    if (U_FAILURE(status) || n >= LONGEST) return false;
    make_brackets_plain(wide);
    return u_strcasecmp(wide, wanted, U_FOLD_CASE_DEFAULT) == 0;
}

static bool is_name(const char *language, const UChar *wanted)
{
    const char *const in[] = {language_english, language_chinese, language};

    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        if (is_name_in(language, in[i], ULDN_STANDARD_NAMES, wanted) ||
            is_name_in(language, in[i], ULDN_DIALECT_NAMES, wanted))
            return true;
    return false;
}

bool language_is_called(const char *language, const char *name)
{
    UChar wanted[LONGEST];
    char likely[ULOC_FULLNAME_CAPACITY], *region;
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;

    u_strFromUTF8(wanted, LONGEST, &n, name, -1, &status);
    if (U_FAILURE(status) || n >= LONGEST) return false;
    make_brackets_plain(wanted);
    if (is_name(language, wanted)) return true;
    uloc_addLikelySubtags(language, likely, sizeof likely, &status);
    if (U_FAILURE(status)) return false;
    region = strrchr(likely, '_');
    if (region && strlen(region) < 5) *region = '\0';
    return is_name(likely, wanted);
}
