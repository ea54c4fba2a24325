#include "text/typography.h"

#include <string.h>
#include <time.h>

#include "unit/unit.h"

/* Writes it with the offsets before each of its bytes, and after the last one. */
static void check_offsets(const char *language, const char *source, const char *text,
                          const size_t *wanted, size_t n)
{
    size_t offsets[40];
    tr_buf out = {0};

    ck_assert_uint_eq(n, strlen(text) + 1);
    for (size_t i = 0; i < n; i++)
        offsets[i] = i;
    tr_typography_write((tr_string){source, strlen(source)}, true, (tr_string){text, strlen(text)},
                        tr_language_data(language)->quotes, &out, offsets, n);
    for (size_t i = 0; i < n; i++)
        ck_assert_uint_eq(offsets[i], wanted[i]);
    tr_buf_free(&out);
}

#define OFFSETS(language, source, text, ...)                                                       \
    do {                                                                                           \
        const size_t wanted_[] = {__VA_ARGS__};                                                    \
        check_offsets(language, source, text, wanted_, sizeof wanted_ / sizeof *wanted_);          \
    } while (0)

START_TEST(offsets_move_with_the_text)
{
    OFFSETS("de", "a b", "a b", 0, 1, 2, 3);
    OFFSETS("de", "", "", 0);
    OFFSETS("de", "“a” b", "\"a\" b", 0, 3, 4, 7, 8, 9);
    OFFSETS("de", "5–7 b", "5-7 b", 0, 1, 4, 5, 6, 7);
    OFFSETS("de", "a… b", "a... b", 0, 1, 1, 1, 4, 5, 6);
    OFFSETS("de", "a!!!", "a!", 0, 1, 4);
    OFFSETS("de", "\"a\"", "a\"", 1, 2, 3);
    OFFSETS("de", "\"a\"", "\"a", 0, 1, 3);
    OFFSETS("de", "「a」 b", "\"a\" b", 0, 3, 4, 7, 8, 9);
    OFFSETS("en", "„a“ b", "„a“ b", 0, 0, 0, 1, 2, 2, 2, 3, 4, 5);
}
END_TEST

START_TEST(text_is_appended)
{
    tr_buf out = {0};
    size_t offset = 3;

    tr_buf_add_string(&out, "…: ");
    tr_typography_write((tr_string){"“a” b", 9}, true, (tr_string){"\"a\" b", 5},
                        tr_language_data("de")->quotes, &out, &offset, 1);
    ck_assert_str_eq(tr_buf_text(&out), "…: „a“ b");
    ck_assert_uint_eq(offset, 5 + 7);
    tr_buf_free(&out);
}
END_TEST

static void check_long(const char *source, const char *one)
{
    enum { MANY = 200000 };
    tr_buf text = {0}, out = {0};

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, one);
    const tr_string shorter = {source, strlen(source)}, longer = {text.data, text.len};
    tr_typography_write(shorter, true, longer, tr_language_data("de")->quotes, &out, NULL, 0);
    tr_typography_write(longer, true, shorter, tr_language_data("de")->quotes, &out, NULL, 0);
    ck_assert(!out.failed);
    tr_buf_free(&out);
    tr_buf_free(&text);
}

START_TEST(long_texts_take_no_time)
{
    const clock_t begin = clock();

    check_long("“a”", "\"");
    check_long("a…", ".");
    check_long("5–7", "5-");
    check_long("no!!", "!");
    check_long("'a'", "'a' ");
    check_long("a/b 1-2", " - / 1");
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("typography", offsets_move_with_the_text, text_is_appended, long_texts_take_no_time)
