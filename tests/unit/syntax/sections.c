#include "syntax/syntax.h"

#include <string.h>

#include "unit/unit.h"

/* The citation at the beginning of a text. */
static const char *cited(const char *text)
{
    static char out[100];
    size_t n = 0;

    tr_syntax_group_at(TR_SYNTAX_IS(TR_SYNTAX_SECTION), text, strlen(text), 0, &n);

    memcpy(out, text, n);
    out[n] = '\0';
    return out;
}

#define SIGN "\xC2\xA7"

START_TEST(sections_have_a_sign_and_a_number)
{
    ck_assert_str_eq(cited(SIGN " 4 says"), SIGN " 4");
    ck_assert_str_eq(cited(SIGN "15a, and"), SIGN "15a");
    ck_assert_str_eq(cited(SIGN " 4(i)(b)."), SIGN " 4(i)(b)");
    ck_assert_str_eq(cited(SIGN SIGN " 5, 6"), SIGN SIGN " 5");
    ck_assert_str_eq(cited(SIGN " and"), "");
    ck_assert_str_eq(cited(SIGN), "");
    ck_assert_str_eq(cited("4"), "");
}
END_TEST

START_TEST(parts_belong_to_them)
{
    ck_assert_str_eq(cited(SIGN " 5 Abs. 1 S. 2 BGB"), SIGN " 5 Abs. 1 S. 2");
    ck_assert_str_eq(cited(SIGN " 12 Abs. 3a Nr. 4 lit. aa, so"), SIGN " 12 Abs. 3a Nr. 4 lit. aa");
    ck_assert_str_eq(cited(SIGN " 188 Abs. 2 Alt. 1."), SIGN " 188 Abs. 2 Alt. 1");
    ck_assert_str_eq(cited(SIGN " 188 Abs. und"), SIGN " 188");
    ck_assert_str_eq(cited(SIGN " 188 S. und"), SIGN " 188");
    ck_assert_str_eq(cited(SIGN " 188 Abs."), SIGN " 188");
    ck_assert_str_eq(cited(SIGN " 188 "), SIGN " 188");
}
END_TEST

START_TEST(another_of_several_has_no_sign)
{
    ck_assert_str_eq(cited("13 Abs. 4 S. 1 Hs. 2 ZPO"), "13 Abs. 4 S. 1 Hs. 2");
    ck_assert_str_eq(cited("13 Nr. 4"), "");
    ck_assert_str_eq(cited("13 Abs. und"), "");
    ck_assert_str_eq(cited("13"), "");
}
END_TEST

START_TEST(an_article_without_parts_is_prose)
{
    ck_assert_str_eq(cited("Art. 6 Abs. 1 lit. f DSGVO"), "Art. 6 Abs. 1 lit. f");
    ck_assert_str_eq(cited("Art. 6 DSGVO"), "");
    ck_assert_str_eq(cited("Art. Abs. 1"), "");
    ck_assert_str_eq(cited("Art.6 Abs. 1"), "");
}
END_TEST

UNIT_MAIN("sections of laws", sections_have_a_sign_and_a_number, parts_belong_to_them,
          another_of_several_has_no_sign, an_article_without_parts_is_prose)
