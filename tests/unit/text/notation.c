/* Amounts in other notations, as CLDR 44 has them. */
#include "text/notation.h"

#include <string.h>

#include "unit/unit.h"

static void rewritten(const char *from, const char *to, bool bare, const char *text,
                      const char *wanted)
{
    tr_buf out = {0};
    const bool done = tr_notation_rewrite(text, strlen(text), tr_language_data(from)->notation,
                                          tr_language_data(to)->notation, bare, &out);

    ck_assert_msg(done == (wanted != NULL), "%s", text);
    if (wanted) ck_assert_str_eq(tr_buf_text(&out), wanted);
    if (!wanted) ck_assert_uint_eq(out.len, 0);
    tr_buf_free(&out);
}

static void becomes(const char *from, const char *to, const char *text, const char *wanted)
{
    rewritten(from, to, false, text, wanted);
}

START_TEST(a_number_alone_does_if_that_is_wanted)
{
    becomes("en", "de", "12,345.60", NULL);
    rewritten("en", "de", true, "12,345.60", "12.345,60");
    rewritten("de", "en", true, "2.345", "2,345");
    rewritten("en", "de", true, "1.2.3", NULL);
    rewritten("en", "de", true, "3 kg", NULL);
}
END_TEST

START_TEST(amounts_take_the_marks_of_the_target)
{
    becomes("en", "de", "₹12,345.60", "12.345,60 ₹");
    becomes("eng_Latn", "de-AT", "₺7", "7 ₺");
    becomes("de", "en", "1.250,75 ₽", "₽1,250.75");
    becomes("de", "en", "3₸", "₸3");
    becomes("en", "fr", "₩1,234,567",
            "1\xC2\xA0"
            "234\xC2\xA0"
            "567 ₩");
    becomes("en", "nl", "£0.50", "£0,50");
    becomes("en", "en-GB", "£1,000", "£1,000");
}
END_TEST

START_TEST(blanks_and_apostrophes_between_thousands_stay)
{
    becomes("en", "de", "₱10 000", "10 000 ₱");
    becomes("de", "en",
            "10\xE2\x80\xAF"
            "000,5 ₱",
            "₱10\xE2\x80\xAF"
            "000.5");
    becomes("de", "en", "12’500 ₽", "₽12’500");
    becomes("en", "de", "4'685'661฿", "4'685'661 ฿");
}
END_TEST

START_TEST(so_do_numbers_with_a_unit)
{
    becomes("en", "de", "2.5µg/kg", "2,5µg/kg");
    becomes("de", "en", "1.000,25 kΩ", "1,000.25 kΩ");
    becomes("en", "de", "2.5²", "2,5²");
    becomes("en", "de", "7.5\"", "7,5\"");
    becomes("de", "en", "7,5″", "7.5″");
    becomes("en", "de", "~2.5", "~2,5");
    becomes("en", "de", ">1,500", ">1.500");
    becomes("en", "de", "1,500+", "1.500+");
    becomes("en", "de", "2.5‰", "2,5‰");
    becomes("en", "de", "9.58s", "9,58s");
    becomes("de", "en", "1.000,5km", "1,000.5km");
    becomes("en", "de", "~2.5‰", "~2,5‰");
    becomes("en", "de", "<2.5%", "<2,5%");
    becomes("en", "de", "~2.5 km", "~2,5 km");
    becomes("en", "de", "~2.5a", NULL);
    becomes("en", "de", "=1,500", NULL);
}
END_TEST

START_TEST(what_is_no_amount_stays)
{
    becomes("en", "de", "1.2.3₽", NULL);
    becomes("en", "de", "µg/kg", NULL);
    becomes("en", "de", "3.5a", NULL);
    becomes("en", "de", "3.5kmx", NULL);
    becomes("en", "de", "v3.5s", NULL);
    becomes("en", "de", "x≤2.5", NULL);
    becomes("en", "de", "₽1,23", NULL);
    becomes("en", "de", "2.5-4.5µg", NULL);
    becomes("en", "de", "", NULL);
    becomes("en", "xx", "₽1.5", NULL);
    becomes("", "de", "₽1.5", NULL);
}
END_TEST

/* A translation of a source, with numbers in its language's notation. */
static void respelled(const char *pair, const char *source, const char *text, const char *wanted)
{
    const char from[] = {pair[0], pair[1], '\0'}, *const to = pair + 3;
    tr_buf out = {0};

    tr_notation_respell(source, strlen(source), text, strlen(text),
                        tr_language_data(from)->notation, tr_language_data(to)->notation, &out,
                        NULL, 0);
    ck_assert_str_eq(tr_buf_text(&out), wanted);
    tr_buf_free(&out);
}

START_TEST(numbers_that_were_left_take_the_marks_of_the_target)
{
    respelled("en-de", "It has 4,500 rooms.", "Es hat 4,500 Zimmer.", "Es hat 4.500 Zimmer.");
    respelled("en-pt", "7.25 kg or 8.5%", "7.25 kg ou 8.5%", "7,25 kg ou 8,5%");
    respelled("en-pt", "1,234,567.89", "1,234,567.89", "1.234.567,89");
    respelled("de-en", "Es sind 2,75.", "It is 2,75.", "It is 2.75.");
    respelled("de-en", "9.876,5 m", "9.876,5 m", "9,876.5 m");
    respelled("en-fr", "It has 4,500 rooms.", "Il a 4,500 chambres.",
              "Il a 4\xC2\xA0"
              "500 chambres.");
    respelled("de-en", "6'250.75 Franken", "6'250,75 francs", "6'250.75 francs");
}
END_TEST

START_TEST(numbers_of_one_row_are_of_one_kind)
{
    respelled("en-de", "Rows: 0.34 0.55", "Zeilen: 0,34 0.55", "Zeilen: 0,34 0,55");
    respelled("en-de", "0.34 0.55 0.61 7", "0.34 0.55 0,61 7", "0,34 0,55 0,61 7");
    respelled("en-de", "0.34, 0.55, and 1.5", "0.34, 0,55 und 1.5", "0,34, 0,55 und 1.5");
    respelled("en-de", "With 3.8 it takes 0.5", "Mit 3.8 dauert es 0,5", "Mit 3.8 dauert es 0,5");
    respelled("en-de", "1.2.3 0.55", "1.2.3 0,55", "1.2.3 0,55");
    respelled("en-de", "0.34 0.55", "0.34 0.55", "0.34 0.55");
    respelled("en-de", "0.34 12", "0.34 1,2", "0.34 1,2");
    respelled("en-fr", "0.34 | 0.55", "0.34 | 0,55", "0,34 | 0,55");
}
END_TEST

START_TEST(a_date_that_may_have_the_month_in_front_stays)
{
    respelled("en-de", "On 03/04/2024.", "Am 03.04.2024.", "Am 03/04/2024.");
    respelled("en-de", "03/04/2024 to 04/03/2024", "03.04.2024 bis 04.03.2024",
              "03/04/2024 bis 04/03/2024");
    respelled("en-de", "On 3-4-2024", "Am 4.3.2024", "Am 3-4-2024");
    respelled("en-fr", "On 03/04/2024.", "Le 03.04.2024.", "Le 03/04/2024.");
    respelled("en-zh", "On 03/04/2024.", "03-04-2024", "03/04/2024");
    respelled("fr-de", "Le 03/04/2024.", "Am 03.04.2024.", "Am 03.04.2024.");
    respelled("en-de", "On 2024-03-04", "Am 04.03.2024", "Am 04.03.2024");
    respelled("en-de", "On 6/6/2024", "Am 6.6.2024", "Am 6.6.2024");
    respelled("en-de", "March 4, 2024", "04.03.2024", "04.03.2024");
}
END_TEST

START_TEST(a_date_that_has_one_meaning_is_written_as_the_target_has_it)
{
    respelled("en-de", "Due 12/25/2023", "Am 12/25/2023", "Am 25.12.2023");
    respelled("en-de", "Due 25/12/2023.", "Am 25/12/2023.", "Am 25.12.2023.");
    respelled("en-de", "Due 25/12/2023.", "Am 25.12.2023.", "Am 25.12.2023.");
    respelled("en-fr", "Due 12/25/2023", "Le 12/25/2023", "Le 12/25/2023");
    respelled("en-de", "Due 12/32/2023", "Am 12/32/2023", "Am 12/32/2023");
}
END_TEST

START_TEST(numbers_that_may_be_none_stay)
{
    respelled("en-de", "Python 3.12 and 2.7", "Python 3.12 und 2.7", "Python 3.12 und 2.7");
    respelled("en-de", "It has 4,500 rooms.", "Es hat 4.500 Zimmer.", "Es hat 4.500 Zimmer.");
    respelled("en-de", "AB4,500", "AB4,500", "AB4,500");
    respelled("en-de", "1,2,3 go", "1,2,3 los", "1,2,3 los");
    respelled("en-de", "at 10:30 on 1.2.2020", "um 10:30 am 1.2.2020", "um 10:30 am 1.2.2020");
    respelled("en-de", "2:45 min, 3:15,5 h", "2:45 min, 3:15,5 h", "2:45 min, 3:15,5 h");
    respelled("de-en", "um 19.45 Uhr", "at 19:45", "at 19:45");
    respelled("pt-en", "2:45 min", "2:45 min", "2:45 min");
    respelled("de-pt", "2,75 kg", "2,75 kg", "2,75 kg");
    respelled("en-xx", "4,500 rooms", "4,500", "4,500");
    respelled("en-de", "", "4,500", "4,500");
    respelled("en-de", "4,500", "", "");
}
END_TEST

START_TEST(places_in_respelled_text_move)
{
    const char *const text = "Il a 4,500 vues, 5 fois.";
    size_t offsets[] = {0, 5, 7, 11, strlen(text)};
    tr_buf out = {0};

    tr_notation_respell(text, strlen(text), text, strlen(text), tr_language_data("en")->notation,
                        tr_language_data("fr")->notation, &out, offsets, 5);
    ck_assert_uint_eq(offsets[0], 0);
    ck_assert_uint_eq(offsets[1], 5);
    ck_assert_uint_eq(offsets[2], 5);
    ck_assert_uint_eq(offsets[3], 12);
    ck_assert_uint_eq(offsets[4], out.len);
    tr_buf_free(&out);
}
END_TEST

UNIT_MAIN("notation", a_date_that_may_have_the_month_in_front_stays,
          a_date_that_has_one_meaning_is_written_as_the_target_has_it,
          a_number_alone_does_if_that_is_wanted, amounts_take_the_marks_of_the_target,
          blanks_and_apostrophes_between_thousands_stay, so_do_numbers_with_a_unit,
          what_is_no_amount_stays, numbers_that_were_left_take_the_marks_of_the_target,
          numbers_of_one_row_are_of_one_kind, numbers_that_may_be_none_stay,
          places_in_respelled_text_move)
