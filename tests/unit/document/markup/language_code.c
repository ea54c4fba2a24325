/* Codes of languages: BCP 47. */
#include "document/markup/language_code.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(codes_have_letters_digits_and_hyphens)
{
    ck_assert(tr_language_is_code("de"));
    ck_assert(tr_language_is_code("deu"));
    ck_assert(tr_language_is_code("zh-Hant-TW"));
    ck_assert(tr_language_is_code("es-419"));
    ck_assert(tr_language_is_code("de-CH-1996"));
    ck_assert(tr_language_is_code("x-klingon"));
}
END_TEST

START_TEST(others_are_none)
{
    ck_assert(!tr_language_is_code(""));
    ck_assert(!tr_language_is_code("d"));
    ck_assert(!tr_language_is_code("de_DE"));
    ck_assert(!tr_language_is_code("-de"));
    ck_assert(!tr_language_is_code("de-"));
    ck_assert(!tr_language_is_code("de--CH"));
    ck_assert(!tr_language_is_code("de CH"));
    ck_assert(!tr_language_is_code("\"de\""));
    ck_assert(!tr_language_is_code("d\xC3\xA9"));
    ck_assert(!tr_language_is_code("aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa"));
}
END_TEST

static bool matches(const char *code, const char *language)
{
    return tr_language_matches(code, strlen(code), language);
}

START_TEST(region_and_script_do_not_count)
{
    ck_assert(matches("de", "de"));
    ck_assert(matches("de-CH", "de"));
    ck_assert(matches("de", "de-AT"));
    ck_assert(matches("zh-Hans-CN", "zh-TW"));
    ck_assert(matches("DE", "de"));
    ck_assert(matches("de_DE", "de"));
}
END_TEST

START_TEST(other_languages_do_not_match)
{
    ck_assert(!matches("de", "en"));
    ck_assert(!matches("de", "deu"));
    ck_assert(!matches("deu", "de"));
    ck_assert(!matches("", "de"));
    ck_assert(!matches("", ""));
    ck_assert(!matches("-de", "de"));
    ck_assert(!tr_language_matches("den", 1, "de"));
    ck_assert(tr_language_matches("den", 2, "de"));
}
END_TEST

UNIT_MAIN("language_code", codes_have_letters_digits_and_hyphens, others_are_none,
          region_and_script_do_not_count, other_languages_do_not_match)
