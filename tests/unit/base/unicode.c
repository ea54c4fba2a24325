#include "base/unicode.h"
#include "base/utf8.h"

#include <string.h>
#include <time.h>

#include "unit/unit.h"

/* `text` repaired is `expected`, and `replaced` bytes were replaced. */
static void check_repair(const char *text, size_t len, const char *expected, size_t replaced)
{
    tr_buf out = {0};
    ck_assert_uint_eq(tr_utf8_repair(text, len, &out), replaced);
    ck_assert_str_eq(tr_buf_text(&out), expected);
    ck_assert(!out.failed && tr_utf8_valid(out.data, out.len));
    tr_buf_free(&out);
}

/* One character after the other, as tr_utf8_decode() tells them. */
static bool decodes(const char *text, size_t len)
{
    int32_t c = 0;
    for (size_t i = 0; c >= 0 && i < len;)
        i += tr_utf8_decode(text + i, len - i, &c);
    return c >= 0;
}

/* Every first and second byte, with others at the bounds of what may follow; whole and cut short.
 */
START_TEST(tells_what_is_valid)
{
    static const unsigned char next[] = {0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xE1, 0xFF};
    enum { N = sizeof next };
    for (unsigned i = 0; i < 256 * 256 * N * N; i++) {
        const char text[] = {(char)(i / N / N / 256), (char)(i / N / N), (char)next[i / N % N],
                             (char)next[i % N]};
        for (size_t len = 1; len <= sizeof text; len++)
            if (tr_utf8_valid(text, len) != decodes(text, len)) ck_abort_msg("at %u, %zu", i, len);
    }
    ck_assert(tr_utf8_valid("\xE2\x96\x81", 3) && !tr_utf8_valid("\xED\xA0\x80", 3));
}
END_TEST

#define R                                "\xEF\xBF\xBD"
#define REPAIR(text, expected, replaced) check_repair(text, sizeof(text) - 1, expected, replaced)

/* The Unicode Standard 15.0, section 3.9, tables 3-8 to 3-11. */
START_TEST(repairs_the_standards_examples)
{
    REPAIR("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", R R R R R R R R "A", 8);
    REPAIR("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", R R R R R R R R "A", 8);
    REPAIR("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", R R R R R "A" R R "B", 7);
    REPAIR("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", R R R R "A", 8);
}
END_TEST

START_TEST(repairs_nul_and_keeps_the_rest)
{
    REPAIR("a\0b", "a" R "b", 1);
    REPAIR("", "", 0);
    REPAIR("\xEF\xBF\xBD \xF0\x9F\xA6\x84 \xEF\xBB\xBF",
           "\xEF\xBF\xBD \xF0\x9F\xA6\x84 \xEF\xBB\xBF", 0);
}
END_TEST

START_TEST(decodes_every_code_point)
{
    for (int32_t c = 0; c < 0x110000; c++) {
        char text[4];
        int32_t found;
        size_t n = 0;
        if (c < 0x80) {
            text[n++] = (char)c;
        } else if (c < 0x800) {
            text[n++] = (char)(0xC0 | c >> 6);
        } else if (c < 0x10000) {
            text[n++] = (char)(0xE0 | c >> 12);
            text[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        } else {
            text[n++] = (char)(0xF0 | c >> 18);
            text[n++] = (char)(0x80 | (c >> 12 & 0x3F));
            text[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        }
        if (c >= 0x80) text[n++] = (char)(0x80 | (c & 0x3F));
        const bool surrogate = c >= 0xD800 && c < 0xE000;
        ck_assert_uint_eq(tr_utf8_decode(text, n, &found), surrogate ? 1 : n);
        ck_assert_int_eq(found, surrogate ? -1 : c);
    }
}
END_TEST

static void check_form(int form, const char *text, const char *expected)
{
    tr_buf out = {0};
    tr_unicode_normalize(form, text, strlen(text), &out);
    ck_assert_str_eq(tr_buf_text(&out), expected);
    tr_buf_free(&out);
}

/* Expected: unicodedata.normalize() of Python 3.11. */
START_TEST(normalizes_like_python)
{
    check_form(TR_FORM_NONE, "e\xCC\x81", "e\xCC\x81");
    check_form(TR_FORM_NFC, "plain text", "plain text");
    check_form(TR_FORM_NFC,
               "ne\xCC\x81"
               "e",
               "n\xC3\xA9"
               "e");
    /* UAX 15: U+1E9B U+0323 */
    check_form(TR_FORM_NFC, "\xE1\xBA\x9B\xCC\xA3", "\xE1\xBA\x9B\xCC\xA3");
    check_form(TR_FORM_NFKC, "\xE1\xBA\x9B\xCC\xA3", "\xE1\xB9\xA9");
    /* marks out of order: q U+0307 U+0323 */
    check_form(TR_FORM_NFC, "q\xCC\x87\xCC\xA3", "q\xCC\xA3\xCC\x87");
    /* conjoining jamo, twice, and a syllable with a final */
    check_form(TR_FORM_NFC, "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB\xE1\x84\x80\xE1\x85\xB3",
               "\xED\x95\x9C\xEA\xB7\xB8");
    check_form(TR_FORM_NFC, "\xEA\xB0\x80\xE1\x86\xA8", "\xEA\xB0\x81");
    /* U+11A7 is no final */
    check_form(TR_FORM_NFC, "\xEA\xB0\x80\xE1\x86\xA7", "\xEA\xB0\x80\xE1\x86\xA7");
    /* halfwidth jamo and kana, whose marks compose only after compatibility mapping */
    check_form(TR_FORM_NFKC, "\xEF\xBE\xA1\xEF\xBF\x82", "\xEA\xB0\x80");
    check_form(TR_FORM_NFKC, "\xEF\xBD\xB6\xEF\xBE\x9E", "\xE3\x82\xAC");
    check_form(TR_FORM_NFKC, "\xEF\xAC\x81\xE2\x91\xA0\xE2\x80\xA6", "fi1...");
    /* a composition exclusion, and one of U+FDFA's 18 characters each */
    check_form(TR_FORM_NFC, "\xE0\xA5\x98", "\xE0\xA4\x95\xE0\xA4\xBC");
}
END_TEST

START_TEST(normalizes_a_flood_of_marks_quickly)
{
    enum { N = 200000 };
    tr_buf text = {0}, out = {0};
    tr_buf_add_string(&text, "e");
    for (int i = 0; i < N; i++)
        tr_buf_add_string(&text, i % 2 ? "\xCC\x81" : "\xCC\xA3");
    const clock_t start = clock();
    tr_unicode_normalize(TR_FORM_NFC, text.data, text.len, &out);
    /* sorting all the marks as one takes minutes */
    ck_assert_int_lt((clock() - start) / CLOCKS_PER_SEC, 5);
    /* e U+0323 is U+1EB9; the first 31 marks stay with it, sorted by class */
    ck_assert_int_eq(memcmp(out.data, "\xE1\xBA\xB9\xCC\xA3\xCC\xA3", 7), 0);
    ck_assert_uint_eq(out.len, text.len);
    tr_buf_free(&text);
    tr_buf_free(&out);
}
END_TEST

START_TEST(cuts_segments_that_normalize_alone)
{
    ck_assert_uint_eq(tr_unicode_segment(TR_FORM_NFC, "ab", 2), 1);
    ck_assert_uint_eq(tr_unicode_segment(TR_FORM_NFC, "e\xCC\x81x", 4), 3);
    ck_assert_uint_eq(tr_unicode_segment(TR_FORM_NFC, "\xE4\xB8\xAD\xE6\x96\x87", 6), 3);
    ck_assert_uint_eq(tr_unicode_segment(TR_FORM_NFC, "\xEF\xBE\xA1\xEF\xBF\x82", 6), 3);
    ck_assert_uint_eq(tr_unicode_segment(TR_FORM_NFKC, "\xEF\xBE\xA1\xEF\xBF\x82", 6), 6);
}
END_TEST

START_TEST(tells_classes_of_characters)
{
    static const int32_t spaces[] = {'\t',   '\r',   ' ',    0x85,   0xA0,   0x1680, 0x2003,
                                     0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        ck_assert_msg(tr_is_space(spaces[i]), "U+%04X", (unsigned)spaces[i]);
    ck_assert(!tr_is_space(0x200B) && !tr_is_space('_') && !tr_is_space(0x08) &&
              !tr_is_space(0x1C) && !tr_is_space(0x180E));
    ck_assert(tr_is_control(0) && tr_is_control(0x1F) && tr_is_control(0x7F) &&
              tr_is_control(0x85) && tr_is_control(0x9F));
    ck_assert(!tr_is_control(' ') && !tr_is_control(0xA0) && !tr_is_control(-1));
    ck_assert(tr_is_letter('x') && tr_is_letter(0x4E2D) && tr_is_letter(0x301));
    ck_assert(!tr_is_letter('1') && !tr_is_letter('-') && !tr_is_letter(0xD800));
    ck_assert(tr_is_digit('7') && tr_is_digit(0x661) && !tr_is_digit(0xB2) && !tr_is_digit(0x2460));
    ck_assert(tr_is_upper('A') && tr_is_upper(0x1C5) && tr_is_upper(0x416) && !tr_is_upper('a'));
    ck_assert(tr_is_picture(0x1F600) && tr_is_picture(0x1F1E9) && tr_is_picture(0x1F3FD) &&
              tr_is_picture(0x231A) && tr_is_picture(0x26A0));
    ck_assert(!tr_is_picture(0xA9) && !tr_is_picture(0x2122) && !tr_is_picture('1') &&
              !tr_is_picture(0x20AC) && !tr_is_picture(0x4E2D) && !tr_is_picture(-1));
    ck_assert(tr_is_lower(0xDF) && !tr_is_lower('A') && !tr_is_lower(0x4E2D));
}
END_TEST

START_TEST(finds_letters_between_two_places)
{
    static const char text[] = "12 é %";
    ck_assert(tr_has_letter(text, 0, strlen(text)));
    ck_assert(!tr_has_letter(text, 0, 3));
    ck_assert(!tr_has_letter(text, 5, strlen(text)));
    ck_assert(!tr_has_letter(text, 3, 3));
    ck_assert(!tr_has_letter(text, 5, 3));
}
END_TEST

UNIT_MAIN("unicode", tells_what_is_valid, repairs_the_standards_examples,
          repairs_nul_and_keeps_the_rest, decodes_every_code_point, normalizes_like_python,
          normalizes_a_flood_of_marks_quickly, cuts_segments_that_normalize_alone,
          tells_classes_of_characters, finds_letters_between_two_places)
