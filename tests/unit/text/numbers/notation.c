/* Amounts in other notations, as CLDR 44 has them. */
#include "text/numbers/notation.h"

#include <string.h>

#include "unit/unit.h"

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

UNIT_MAIN("notation", places_in_respelled_text_move)
