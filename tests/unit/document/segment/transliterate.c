/* Characters spelled in ASCII: ICAO Doc 9303, part 3, section 6, and typography. */
#include "document/segment/transliterate.h"

#include <stdio.h>

#include "unit/unit.h"

/* "?" if there is no way. */
static const char *spelled(int32_t c)
{
    static char out[20];
    tr_buf text = {0};

    const bool can = tr_transliterate(c, &text);
    ck_assert(can || !text.len);
    snprintf(out, sizeof out, "%s", can ? tr_buf_text(&text) : "?");
    tr_buf_free(&text);
    return out;
}

START_TEST(letters_lose_their_accents)
{
    ck_assert_str_eq(spelled(0xE9), "e");
    ck_assert_str_eq(spelled(0xC7), "C");
    ck_assert_str_eq(spelled(0x10D), "c");
    ck_assert_str_eq(spelled(0x17D), "Z");
    ck_assert_str_eq(spelled(0xF1), "n");
    ck_assert_str_eq(spelled(0x1EBF), "e"); /* two accents */
}
END_TEST

START_TEST(letters_are_spelled_as_in_passports)
{
    ck_assert_str_eq(spelled(0xE4), "ae");
    ck_assert_str_eq(spelled(0xD6), "Oe");
    ck_assert_str_eq(spelled(0xFC), "ue");
    ck_assert_str_eq(spelled(0xDF), "ss");
    ck_assert_str_eq(spelled(0x1E9E), "SS");
    ck_assert_str_eq(spelled(0xE5), "aa");
    ck_assert_str_eq(spelled(0xE6), "ae");
    ck_assert_str_eq(spelled(0xF8), "oe");
    ck_assert_str_eq(spelled(0x153), "oe");
    ck_assert_str_eq(spelled(0xDE), "Th");
    ck_assert_str_eq(spelled(0x141), "L");
    ck_assert_str_eq(spelled(0x131), "i");
}
END_TEST

START_TEST(signs_of_typography_are_plain)
{
    ck_assert_str_eq(spelled(0x201E), "\"");
    ck_assert_str_eq(spelled(0x2019), "'");
    ck_assert_str_eq(spelled(0x2013), "-");
    ck_assert_str_eq(spelled(0x2026), "...");
    ck_assert_str_eq(spelled(0xA0), " ");
    ck_assert_str_eq(spelled(0x20AC), "EUR");
}
END_TEST

START_TEST(others_have_no_spelling)
{
    ck_assert_str_eq(spelled(0x4E2D), "?");
    ck_assert_str_eq(spelled(0x416), "?");
    ck_assert_str_eq(spelled(0x1F600), "?");
    ck_assert_str_eq(spelled(0x10FFFF), "?");
    ck_assert_str_eq(spelled(0xFFFD), "?");
}
END_TEST

UNIT_MAIN("transliterate", letters_lose_their_accents, letters_are_spelled_as_in_passports,
          signs_of_typography_are_plain, others_have_no_spelling)
