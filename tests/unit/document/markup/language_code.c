/* Codes of languages: BCP 47. */
#include "document/markup/language_code.h"

#include "unit/unit.h"

START_TEST(other_languages_do_not_match)
{
    ck_assert(!tr_language_matches("den", 1, "de"));
    ck_assert(tr_language_matches("den", 2, "de"));
}
END_TEST

UNIT_MAIN("language_code", other_languages_do_not_match)
