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
    const char *const found = tr_encoding_find(bytes, size, name);
    return found ? found : "";
}

static const char *found(const char *bytes)
{
    return found_in(bytes, strlen(bytes));
}

START_TEST(a_byte_order_mark_tells)
{
    ck_assert_str_eq(found_in("\xFF\xFE"
                              "a\0",
                              4),
                     "UTF-16LE");
    ck_assert_str_eq(found_in("\xFE\xFF\0a", 4), "UTF-16BE");
    ck_assert_str_eq(found("\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?>"), "");
    ck_assert_str_eq(found_in("\xFF", 1), "");
    ck_assert_str_eq(found_in("", 0), "");
}
END_TEST

START_TEST(xml_says_its_encoding)
{
    ck_assert_str_eq(found("<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><a/>"), "ISO-8859-2");
    ck_assert_str_eq(found("<?xml version='1.0' encoding = 'Shift_JIS' ?><a/>"), "Shift_JIS");
    ck_assert_str_eq(found("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"), "ISO-8859-1");
    ck_assert_str_eq(found("<?xml version=\"1.0\"\n\tencoding=\"koi8-r\"?>"), "koi8-r");
    ck_assert_str_eq(found("<?xml version=\"1.0\"?><a/>"), "");
    ck_assert_str_eq(found("<?xml version=\"1.0\"?><a encoding=\"ISO-8859-2\"/>"), "");
    ck_assert_str_eq(found_in("<\0?\0x\0", 6), "UTF-16LE"); /* no mark, but only one reading */
    ck_assert_str_eq(found_in("\0<\0?\0x", 6), "UTF-16BE");
}
END_TEST

START_TEST(html_and_catalogues_say_their_charset)
{
    ck_assert_str_eq(found("<html><meta charset=\"koi8-r\">"), "koi8-r");
    ck_assert_str_eq(
        found("<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>"),
        "windows-1251");
    ck_assert_str_eq(found("<meta charset=ISO-8859-1>"), "WINDOWS-1252"); /* WHATWG, Encoding */
    ck_assert_str_eq(found("<meta charset=utf-16>"), "");                 /* it is not */
    ck_assert_str_eq(found("\"Content-Type: text/plain; charset=EUC-JP\\n\""), "EUC-JP");
    ck_assert_str_eq(found("\"Content-Type: text/plain; charset=CHARSET\\n\""),
                     ""); /* a template */
    ck_assert_str_eq(found("<meta name=a\n charset = 'koi8-r' >"), "koi8-r");
    ck_assert_str_eq(found("<script charset=windows-1251 src=a></script><meta charset=utf-8>"),
                     "utf-8");
    ck_assert_str_eq(found("<!-- <meta charset=koi8-r> --><a href='?charset=koi8-r'>"), "");
    ck_assert_str_eq(found("<metadata charset=koi8-r><p>charset=koi8-r</p>"), "");
    ck_assert_str_eq(found("no charset here"), "");
    ck_assert_str_eq(found("<meta charset="), "");
}
END_TEST

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

/* The UTF-8 of bytes; "!" if they are not valid. */
static const char *decoded(const char *encoding, const char *bytes, size_t size)
{
    static char out[200];
    tr_buf utf8 = {0};
    tr_error err = {0};

    const int rc = tr_encoding_decode(encoding, bytes, size, "x.txt", &utf8, &err);
    ck_assert(rc == TR_OK || rc == TR_EFORMAT);
    if (rc) ck_assert_ptr_nonnull(strstr(err.msg, "x.txt"));
    strcpy(out, rc ? "!" : tr_buf_text(&utf8));
    tr_buf_free(&utf8);
    return out;
}

START_TEST(bytes_are_decoded)
{
    ck_assert_str_eq(decoded("ISO-8859-1", "\xE4", 1), "\xC3\xA4");
    ck_assert_str_eq(decoded("UTF-16LE", "\x3D\xD8\x00\xDE", 4), "\xF0\x9F\x98\x80");
    ck_assert_str_eq(decoded("EUC-JP", "\xC6\xFC", 2), "\xE6\x97\xA5");
    ck_assert_str_eq(decoded("ISO-8859-1", "", 0), "");
}
END_TEST

START_TEST(bytes_that_would_not_come_out_again_are_refused)
{
    ck_assert_str_eq(decoded("UTF-16LE", "\x3D\xD8", 2), "!"); /* half a character */
    ck_assert_str_eq(decoded("UTF-16LE", "a", 1), "!");
    ck_assert_str_eq(decoded("EUC-JP", "\xC6", 1), "!");
    ck_assert_str_eq(decoded("US-ASCII", "\xE4", 1), "!");
    /* ISO-2022-JP may change to ASCII twice, which it would not be written with. */
    ck_assert_str_eq(decoded("ISO-2022-JP", "\x1B(B\x1B(Ba", 7), "!");
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

/* "!" if a character cannot be written. */
static const char *referred(const char *encoding, const char *text, const char *reference,
                            bool spells)
{
    static char out[200];
    tr_buf now = {0};

    const bool all = tr_encoding_refer(encoding, text, strlen(text), reference, spells, &now);
    strcpy(out, all ? tr_buf_text(&now) : "!");
    tr_buf_free(&now);
    return out;
}

START_TEST(characters_that_an_encoding_lacks_are_references)
{
    ck_assert_str_eq(referred("ISO-8859-1", "\xC3\xA4 \xE2\x82\xAC", "&#%d;", false),
                     "\xC3\xA4 &#8364;");
    ck_assert_str_eq(referred("US-ASCII", "\xF0\x9F\x98\x80", "&#%d;", false), "&#128512;");
    ck_assert_str_eq(referred("ISO-8859-1", "\xE2\x82\xAC", NULL, false), "!");
    ck_assert_str_eq(referred("ISO-8859-1", "plain", NULL, false), "plain");
    ck_assert_str_eq(referred("no-such-encoding", "a", "&#%d;", false), "!");
}
END_TEST

START_TEST(or_they_are_spelled)
{
    ck_assert_str_eq(referred("US-ASCII", "\xC3\x84rger", NULL, true), "Aerger");
    ck_assert_str_eq(referred("US-ASCII", "\xC3\x84RGER", NULL, true), "AERGER");
    ck_assert_str_eq(referred("US-ASCII",
                              "GR\xC3\x9C\xE1\xBA\x9E"
                              "E",
                              NULL, true),
                     "GRUESSE");
    ck_assert_str_eq(referred("US-ASCII", "\xE4\xB8\xAD", NULL, true), "!");
    ck_assert_str_eq(referred("US-ASCII", "\xC3\x84", "&#%d;", true), "&#196;");
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

UNIT_MAIN("encoding", a_byte_order_mark_tells, xml_says_its_encoding,
          html_and_catalogues_say_their_charset, a_name_that_goes_on_is_cut,
          names_are_the_same_in_capitals, a_page_is_written_in_what_it_says, bytes_are_decoded,
          bytes_that_would_not_come_out_again_are_refused, text_is_encoded,
          characters_that_an_encoding_lacks_are_references, or_they_are_spelled,
          a_large_text_is_whole)
