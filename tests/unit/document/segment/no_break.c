/* Numbers and the no-break space after them: "_" is U+00A0 here, "~" is U+202F. */
#include "document/segment/no_break.h"

#include <string.h>

#include "unit/unit.h"

static void add(tr_buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '_')
            tr_buf_add_string(out, "\xC2\xA0");
        else if (*text == '~')
            tr_buf_add_string(out, "\xE2\x80\xAF");
        else
            tr_buf_add(out, text, 1);
    }
}

/* The translation of a text becomes `wanted`. */
static void check_kept(const char *text, const char *translation, const char *wanted)
{
    tr_buf source = {0}, tagged = {0}, want = {0};

    add(&source, text);
    add(&tagged, translation);
    add(&want, wanted);
    tr_no_break_keep(tr_buf_text(&source), source.len, &tagged);
    ck_assert(!tagged.failed);
    ck_assert_str_eq(tr_buf_text(&tagged), tr_buf_text(&want));
    tr_buf_free(&source);
    tr_buf_free(&tagged);
    tr_buf_free(&want);
}

START_TEST(the_same_number_keeps_its_space)
{
    check_kept("5_kg of 7 kg", "7 kg und 5 kg", "7 kg und 5_kg");
    check_kept("5~kg", "5 kg", "5~kg");
    check_kept("1,234.5_km", "1.234,5 km", "1.234,5_km");
    check_kept("5_kg", "5 kg, 5 kg", "5_kg, 5_kg");
}
END_TEST

START_TEST(other_numbers_and_other_texts_stay)
{
    check_kept("5_kg", "6 kg", "6 kg");
    check_kept("5 kg", "5 kg", "5 kg");
    check_kept("5_kg", "5kg 5, 5", "5kg 5, 5");
    check_kept("no_number", "keine 5 Zahl", "keine 5 Zahl");
    check_kept("", "5 kg", "5 kg");
    check_kept("5_kg", "", "");
}
END_TEST

START_TEST(marks_stand_between_a_number_and_its_space)
{
    check_kept("5_kg", "<1>5</1> kg", "<1>5</1>_kg");
    check_kept("5_kg", "5<1/><2/> kg", "5<1/><2/>_kg");
    check_kept("1_kg", "<1> kg</1> x", "<1> kg</1> x"); /* the number of a mark is none */
    check_kept("1_kg", "a</1> kg<1/> x", "a</1> kg<1/> x");
}
END_TEST

START_TEST(a_space_at_the_end_is_none)
{
    check_kept("5_", "5 kg", "5 kg"); /* nothing is measured */
    check_kept("5_kg", "5 ", "5 ");
}
END_TEST

UNIT_MAIN("no_break", the_same_number_keeps_its_space, other_numbers_and_other_texts_stay,
          marks_stand_between_a_number_and_its_space, a_space_at_the_end_is_none)
