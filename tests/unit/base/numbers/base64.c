#include "base/numbers/base64.h"

#include <string.h>

#include "unit/unit.h"

/* RFC 4648, 10. */
static const char *const vectors[][2] = {{"", ""},
                                         {"f", "Zg=="},
                                         {"fo", "Zm8="},
                                         {"foo", "Zm9v"},
                                         {"foob", "Zm9vYg=="},
                                         {"fooba", "Zm9vYmE="},
                                         {"foobar", "Zm9vYmFy"}};

START_TEST(bytes_are_as_the_standard_has_them)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const char *const plain = vectors[i][0], *const coded = vectors[i][1];
        tr_buf text = {0}, bytes = {0};
        tr_base64_encode(plain, strlen(plain), &text);
        ck_assert_str_eq(tr_buf_text(&text), coded);
        ck_assert(tr_base64_decode(coded, strlen(coded), &bytes));
        ck_assert_str_eq(tr_buf_text(&bytes), plain);
        tr_buf_free(&text);
        tr_buf_free(&bytes);
    }
}
END_TEST

START_TEST(any_bytes_come_back)
{
    char all[256];
    tr_buf text = {0}, bytes = {0};

    for (size_t i = 0; i < sizeof all; i++)
        all[i] = (char)i;
    tr_base64_encode(all, sizeof all, &text);
    ck_assert(tr_base64_decode(text.data, text.len, &bytes));
    ck_assert_uint_eq(bytes.len, sizeof all);
    ck_assert_mem_eq(bytes.data, all, sizeof all);
    tr_buf_free(&text);
    tr_buf_free(&bytes);
}
END_TEST

START_TEST(line_ends_do_not_count_and_other_signs_are_refused)
{
    static const char *const bad[] = {"Z", "Zm9v!", "Zg==Zg==", "Zm9v===", "Zm-v", "\xC3\xA4"};
    tr_buf bytes = {0};

    ck_assert(tr_base64_decode("Zm\r\n9v YmFy\n", 12, &bytes));
    ck_assert_str_eq(tr_buf_text(&bytes), "foobar");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert(!tr_base64_decode(bad[i], strlen(bad[i]), &bytes));
    tr_buf_free(&bytes);
}
END_TEST

UNIT_MAIN("base64", bytes_are_as_the_standard_has_them, any_bytes_come_back,
          line_ends_do_not_count_and_other_signs_are_refused)
