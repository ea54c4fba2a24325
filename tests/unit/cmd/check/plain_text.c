/* Texts without tags and marks, and where their bytes come from. */
#include "check/plain_text.h"

#include <string.h>

#include "unit/unit.h"

static void check(const char *text, bool marked, const char *plain, const char *word, size_t begin,
                  size_t end)
{
    plain_text p = plain_text_read(text, strlen(text), marked);
    const char *const at = strstr(p.text, word);

    ck_assert_str_eq(p.text, plain);
    ck_assert_uint_eq(p.len, strlen(plain));
    ck_assert_ptr_nonnull(at);
    const size_t first = (size_t)(at - p.text);
    const tr_span origin = plain_text_origin(&p, (tr_span){first, first + strlen(word)});
    ck_assert_uint_eq(origin.begin, begin);
    ck_assert_uint_eq(origin.end, end);
    plain_text_free(&p);
}

START_TEST(tags_are_left_out)
{
    check("a big cat", false, "a big cat", "big", 2, 5);
    check("a <b>big</b> cat", false, "a big cat", "big", 5, 8);
    check("a <b>big</b> cat", false, "a big cat", "cat", 13, 16);
    check("über <i>dir</i>", false, "über dir", "dir", 9, 12);
}
END_TEST

START_TEST(marks_of_segments_are_left_out_and_signs_are_read)
{
    check("a <1>big</1> cat<2/>", true, "a big cat", "cat", 13, 16);
    check("1 &lt; 2 &amp; big", true, "1 < 2 & big", "big", 15, 18);
    check("a <1 and &lt", true, "a <1 and &lt", "and", 5, 8);
    check("<", true, "<", "<", 0, 1);
}
END_TEST

START_TEST(addresses_and_placeholders_are_kept)
{
    static const char text[] = "see https://example.org/a and {name}";
    plain_text p = plain_text_read(text, sizeof text - 1, false);

    ck_assert(!plain_text_is_kept(&p, (tr_span){0, 3}));
    ck_assert(plain_text_is_kept(&p, (tr_span){12, 19}));
    ck_assert(!plain_text_is_kept(&p, (tr_span){26, 29}));
    ck_assert(plain_text_is_kept(&p, (tr_span){31, 35}));
    plain_text_free(&p);
}
END_TEST

START_TEST(bytes_that_are_not_utf8_do_no_harm)
{
    plain_text p = plain_text_read("a \xFF b", 5, false);

    ck_assert_str_eq(p.text, "a \xEF\xBF\xBD b");
    plain_text_free(&p);
    p = plain_text_read("", 0, true);
    ck_assert_str_eq(p.text, "");
    plain_text_free(&p);
}
END_TEST

UNIT_MAIN("plain_text", tags_are_left_out, marks_of_segments_are_left_out_and_signs_are_read,
          addresses_and_placeholders_are_kept, bytes_that_are_not_utf8_do_no_harm)
