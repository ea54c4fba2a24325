#include "text/placeables/number_words.h"

#include <string.h>

#include "unit/unit.h"

static bool in_words(const char *text)
{
    return tr_number_may_be_in_words(text, strlen(text));
}

START_TEST(knows_words_for_numbers_of_several_languages)
{
    static const char *const texts[] = {"Twenty-five men",
                                        "a dozen eggs",
                                        "Elf Leute",
                                        "f\xC3\xBCnfundzwanzig",
                                        "vingt et un",
                                        "quinientos metros",
                                        "the reign of Louis XIV",
                                        "\xE4\xB8\x89\xE5\x8D\x81",
                                        "\xD0\xB4\xD0\xB2\xD0\xB0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(in_words(texts[i]), "%s", texts[i]);
}
END_TEST

START_TEST(takes_no_other_words_for_numbers)
{
    static const char *const texts[] = {"", "qty", "The tennis court is open.", "Anz.", "I am"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!in_words(texts[i]), "%s", texts[i]);
}
END_TEST

UNIT_MAIN("number words", knows_words_for_numbers_of_several_languages,
          takes_no_other_words_for_numbers)
