/* Lower case: mappings of UnicodeData.txt and SpecialCasing.txt, as Python's str.lower() has them.
 */
#include "metrics/lowercase.h"

#include "unit/unit.h"

enum { MOST = 16 };

/* Lists of code points end in 0. */
static void check_lower(const uint32_t *text, const uint32_t *wanted)
{
    tr_symbols out = {0};
    size_t n = 0, n_wanted = 0;

    while (text[n])
        n++;
    while (wanted[n_wanted])
        n_wanted++;
    tr_lowercase(text, n, &out);
    ck_assert_uint_eq(out.n, n_wanted);
    for (size_t i = 0; i < out.n; i++)
        ck_assert_msg(out.at[i] == wanted[i], "U+%04X, not U+%04X", out.at[i], wanted[i]);
    tr_symbols_free(&out);
}

#define LIST(...) ((const uint32_t[MOST]){__VA_ARGS__})

START_TEST(capitals_of_all_scripts_become_small)
{
    check_lower(LIST('A', 'z', '1', '!'), LIST('a', 'z', '1', '!'));
    check_lower(LIST(0xC4, 0xDF, 0x1E9E), LIST(0xE4, 0xDF, 0xDF));
    check_lower(LIST(0x416, 0x531), LIST(0x436, 0x561));         /* Cyrillic, Armenian */
    check_lower(LIST(0x1C4, 0x1C5), LIST(0x1C6, 0x1C6));         /* a digraph, and its title case */
    check_lower(LIST(0x10400, 0x1E900), LIST(0x10428, 0x1E922)); /* Deseret, Adlam */
    check_lower(LIST(0x2126, 0x212A), LIST(0x3C9, 'k'));         /* the signs ohm and kelvin */
    check_lower(LIST(0x4E00, 0x1F600), LIST(0x4E00, 0x1F600));
}
END_TEST

START_TEST(a_capital_i_with_a_dot_becomes_two_characters)
{
    check_lower(LIST(0x130), LIST('i', 0x307));
    check_lower(LIST('A', 0x130, 'B'), LIST('a', 'i', 0x307, 'b'));
    check_lower(LIST('I', 0x131), LIST('i', 0x131));
}
END_TEST

enum { ALPHA = 0x391, SIGMA = 0x3A3, SMALL_ALPHA = 0x3B1, SMALL = 0x3C3, FINAL = 0x3C2 };

/* Unicode, section 3.13: a cased letter before, none after; those that are case-ignorable do not
 * count. */
START_TEST(a_sigma_becomes_final_where_it_ends_a_word)
{
    check_lower(LIST(ALPHA, SIGMA), LIST(SMALL_ALPHA, FINAL));
    check_lower(LIST(SIGMA, ALPHA), LIST(SMALL, SMALL_ALPHA));
    check_lower(LIST(SIGMA), LIST(SMALL));
    check_lower(LIST(ALPHA, SIGMA, ' ', ALPHA), LIST(SMALL_ALPHA, FINAL, ' ', SMALL_ALPHA));
    check_lower(LIST(ALPHA, ' ', SIGMA), LIST(SMALL_ALPHA, ' ', SMALL));
    check_lower(LIST(ALPHA, SIGMA, SIGMA), LIST(SMALL_ALPHA, SMALL, FINAL));
    check_lower(LIST(ALPHA, SIGMA, '1'), LIST(SMALL_ALPHA, FINAL, '1'));
}
END_TEST

START_TEST(characters_that_case_ignores_do_not_end_a_word)
{
    check_lower(LIST(ALPHA, SIGMA, '.'), LIST(SMALL_ALPHA, FINAL, '.'));
    check_lower(LIST(ALPHA, SIGMA, '.', ALPHA), LIST(SMALL_ALPHA, SMALL, '.', SMALL_ALPHA));
    check_lower(LIST(ALPHA, 0x301, SIGMA), LIST(SMALL_ALPHA, 0x301, FINAL));
    check_lower(LIST(ALPHA, SIGMA, 0x301, ALPHA), LIST(SMALL_ALPHA, SMALL, 0x301, SMALL_ALPHA));
    check_lower(LIST(ALPHA, 0x2019, SIGMA), LIST(SMALL_ALPHA, 0x2019, FINAL));
    check_lower(LIST(ALPHA, SIGMA, 0xAD, ALPHA), LIST(SMALL_ALPHA, SMALL, 0xAD, SMALL_ALPHA));
    check_lower(LIST(0x2160, SIGMA), LIST(0x2170, FINAL)); /* a Roman numeral is cased */
    check_lower(LIST(0xAA, SIGMA), LIST(0xAA, FINAL));     /* so is the feminine ordinal */
}
END_TEST

START_TEST(text_is_appended)
{
    tr_symbols out = {0};
    const uint32_t b = 'B';

    tr_symbols_add(&out, 'A');
    tr_lowercase(&b, 1, &out);
    tr_lowercase(NULL, 0, &out);
    ck_assert_uint_eq(out.n, 2);
    ck_assert_uint_eq(out.at[0], 'A');
    ck_assert_uint_eq(out.at[1], 'b');
    tr_symbols_free(&out);
}
END_TEST

UNIT_MAIN("lowercase", capitals_of_all_scripts_become_small,
          a_capital_i_with_a_dot_becomes_two_characters, a_sigma_becomes_final_where_it_ends_a_word,
          characters_that_case_ignores_do_not_end_a_word, text_is_appended)
