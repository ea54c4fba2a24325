/* Strings with the place of each byte; and which values are text. */
#include "document/segment/decoded.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(each_byte_knows_its_place)
{
    static const size_t wanted[] = {3, 4, 9, 0, 0, 15}; /* of the character only its first byte */
    tr_decoded v = {0};

    tr_decoded_add(&v, "ab", 2, 3);
    tr_decoded_add_character(&v, 0x20AC, 9);
    tr_decoded_end(&v, 15);
    ck_assert_uint_eq(v.text.len, 5);
    ck_assert_str_eq(tr_buf_text(&v.text), "ab\xE2\x82\xAC");
    for (size_t i = 0; i <= v.text.len; i++)
        if (wanted[i]) ck_assert_uint_eq(tr_decoded_where(&v, i), wanted[i]);
    ck_assert(tr_decoded_is_valid(&v));
    tr_decoded_clear(&v);
    tr_decoded_end(&v, 7);
    ck_assert_uint_eq(v.text.len, 0);
    ck_assert_uint_eq(tr_decoded_where(&v, 0), 7);
    tr_decoded_free(&v);
}
END_TEST

START_TEST(what_stands_together_takes_one_place)
{
    tr_decoded v = {0};

    for (size_t i = 0; i < 100; i++)
        tr_decoded_add(&v, "a", 1, 10 + i);
    tr_decoded_end(&v, 110);
    ck_assert_uint_eq(v.n, 1);
    tr_decoded_add(&v, "b", 1, 120); /* it goes on behind an end */
    tr_decoded_end(&v, 121);
    ck_assert_uint_eq(v.n, 2);
    ck_assert_uint_eq(tr_decoded_where(&v, 99), 109);
    ck_assert_uint_eq(tr_decoded_where(&v, 100), 120);
    ck_assert_uint_eq(tr_decoded_where(&v, 101), 121);
    tr_decoded_clear(&v);
    tr_decoded_end(&v, 7); /* and one without text gives way */
    tr_decoded_add(&v, "c", 1, 9);
    ck_assert_uint_eq(v.n, 1);
    ck_assert_uint_eq(tr_decoded_where(&v, 0), 9);
    tr_decoded_free(&v);
}
END_TEST

/* The UTF-8 of one character. */
static const char *character(int32_t c)
{
    static char out[8];
    tr_decoded v = {0};

    tr_decoded_add_character(&v, c, 0);
    ck_assert(tr_decoded_is_valid(&v));
    strcpy(out, tr_buf_text(&v.text));
    tr_decoded_free(&v);
    return out;
}

START_TEST(characters_become_utf8)
{
    ck_assert_str_eq(character(0x7F), "\x7F");
    ck_assert_str_eq(character(0x80), "\xC2\x80");
    ck_assert_str_eq(character(0x7FF), "\xDF\xBF");
    ck_assert_str_eq(character(0x800), "\xE0\xA0\x80");
    ck_assert_str_eq(character(0xFFFF), "\xEF\xBF\xBF");
    ck_assert_str_eq(character(0x10000), "\xF0\x90\x80\x80");
    ck_assert_str_eq(character(0x10FFFF), "\xF4\x8F\xBF\xBF");
}
END_TEST

static bool is_valid(const char *bytes, size_t len, int32_t c)
{
    tr_decoded v = {0};

    tr_decoded_add(&v, bytes, len, 0);
    if (c >= 0) tr_decoded_add_character(&v, c, len);
    const bool valid = tr_decoded_is_valid(&v);
    tr_decoded_free(&v);
    return valid;
}

START_TEST(halves_nuls_and_other_bytes_are_not_valid)
{
    ck_assert(is_valid("", 0, -1));
    ck_assert(is_valid("a", 1, 0xE4));
    ck_assert(!is_valid("a", 1, 0xD83D));
    ck_assert(!is_valid("a", 1, 0xDE00));
    ck_assert(!is_valid("a", 1, 0));
    ck_assert(!is_valid("a\0b", 3, -1));
    ck_assert(!is_valid("\xC3", 1, -1));
}
END_TEST

START_TEST(a_half_is_forgotten_with_its_text)
{
    tr_decoded v = {0};

    tr_decoded_add_character(&v, 0xD800, 0);
    ck_assert(!tr_decoded_is_valid(&v));
    tr_decoded_clear(&v);
    tr_decoded_add(&v, "a", 1, 0);
    ck_assert(tr_decoded_is_valid(&v));
    tr_decoded_free(&v);
}
END_TEST

UNIT_MAIN("decoded", each_byte_knows_its_place, what_stands_together_takes_one_place,
          characters_become_utf8, halves_nuls_and_other_bytes_are_not_valid,
          a_half_is_forgotten_with_its_text)
