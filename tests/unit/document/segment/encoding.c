/* Documents in other encodings: found, decoded, and written back. */
#include "document/segment/encoding.h"

#include <stdlib.h>
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

/* "" if none is found. */
static const char *found_in(const char *bytes, size_t size)
{
    static char name[64];
    const char *const found = tr_encoding_find(bytes, size, true, name);
    return found ? found : "";
}

static const char *found(const char *bytes)
{
    return found_in(bytes, strlen(bytes));
}

START_TEST(a_name_that_goes_on_is_cut)
{
    char bytes[300] = "<meta charset=";

    memset(bytes + strlen(bytes), 'x', 200);
    ck_assert_uint_eq(strlen(found(bytes)), 63);
}
END_TEST

START_TEST(names_are_the_same_in_capitals)
{
    ck_assert(tr_encoding_is_utf8("UTF-8") && tr_encoding_is_utf8("utf8"));
    ck_assert(!tr_encoding_is_utf8("UTF-16"));
    ck_assert(tr_encoding_is_ascii("us-ascii") && tr_encoding_is_ascii("ASCII"));
    ck_assert(!tr_encoding_is_ascii("ISO-8859-1"));
    ck_assert(tr_encoding_is_known("iso-8859-1") && !tr_encoding_is_known("no-such-encoding"));
    ck_assert(tr_encoding_differs("ISO-8859-1"));
    ck_assert(!tr_encoding_differs("utf-8") && !tr_encoding_differs("US-ASCII"));
    ck_assert(!tr_encoding_differs("no-such-encoding") && !tr_encoding_differs(NULL));
}
END_TEST

START_TEST(a_page_is_written_in_what_it_says)
{
    ck_assert_str_eq(tr_encoding_to_write("WINDOWS-1252"), "ISO-8859-1");
    ck_assert_str_eq(tr_encoding_to_write("koi8-r"), "koi8-r");
}
END_TEST

START_TEST(text_is_encoded)
{
    tr_buf out = {0};

    ck_assert(tr_encoding_encode("ISO-8859-1", "\xC3\xA4", 2, &out));
    ck_assert_str_eq(tr_buf_text(&out), "\xE4");
    ck_assert(!tr_encoding_encode("ISO-8859-1", "\xE2\x82\xAC", 3, &out));
    tr_buf_clear(&out);
    /* It ends in ASCII again: ESC ( B. */
    ck_assert(tr_encoding_encode("ISO-2022-JP", "\xE6\x97\xA5", 3, &out));
    ck_assert_str_eq(tr_buf_text(&out), "\x1B$BF|\x1B(B");
    tr_buf_clear(&out);
    ck_assert(tr_encoding_to_utf8("ISO-2022-JP", "\x1B(B\x1B(Ba", 7, &out));
    ck_assert_str_eq(tr_buf_text(&out), "a");
    tr_buf_free(&out);
}
END_TEST

START_TEST(a_large_text_is_whole)
{
    enum { N = 100000 };
    char *const bytes = malloc(N);
    tr_buf utf8 = {0}, again = {0};

    memset(bytes, 0xE4, N);
    ck_assert_int_eq(tr_encoding_decode("ISO-8859-1", bytes, N, "x", &utf8, NULL), TR_OK);
    ck_assert_uint_eq(utf8.len, 2 * N);
    ck_assert(tr_encoding_encode("ISO-8859-1", tr_buf_text(&utf8), utf8.len, &again));
    ck_assert_uint_eq(again.len, N);
    ck_assert(!memcmp(tr_buf_text(&again), bytes, N));
    tr_buf_free(&utf8);
    tr_buf_free(&again);
    free(bytes);
}
END_TEST

UNIT_MAIN("encoding", a_name_that_goes_on_is_cut, names_are_the_same_in_capitals,
          a_page_is_written_in_what_it_says, text_is_encoded, a_large_text_is_whole)
