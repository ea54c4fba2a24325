#include "models/language_names.h"

#include <stdio.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "console/message.h"
#include "console/unfinished.h"

enum { LONGEST = 128 };

/* The length of a language's name in English; 0 if it has none that short. */
static int32_t find_name(const char *language, UChar wide[LONGEST], UErrorCode *status)
{
    *status = U_ZERO_ERROR;
    const int32_t n = uloc_getDisplayName(language, "en", wide, LONGEST, status);
    return U_SUCCESS(*status) && n < LONGEST ? n : 0;
}

/* ICU says that a language has no name, too, when there was no memory for all that it knows. */
static void check_names(void)
{
    UChar wide[LONGEST];
    UErrorCode status;

    find_name("en", wide, &status);
    if (status == U_ZERO_ERROR) return;
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
    return has_name_in(language, "en", wanted) || has_name_in(language, language, wanted);
}
