#include "text/structure.h"

#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The number of texts of a line of many times the same, of a last part, and of many blanks. */
static size_t count_texts(const char *one, const char *last)
{
    enum { MANY = 100000 };
    const tr_stops *const stops = &tr_language_data("en")->stops;
    tr_buf line = {0};
    tr_span part = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&line, one);
    tr_buf_add_string(&line, last);
    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&line, " ");
    for (; tr_structure_next(stops, line.data, line.len, part.end, &part); n++) {
        ck_assert_uint_lt(part.begin, part.end);
        ck_assert_uint_le(part.end, line.len);
    }
    tr_buf_free(&line);
    return n;
}

START_TEST(long_lines_take_no_time)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_texts("_", ""), 0);
    ck_assert_uint_eq(count_texts("|", ""), 0);
    ck_assert_uint_eq(count_texts(".", ""), 0);
    ck_assert_uint_eq(count_texts("\t", ""), 0);
    ck_assert_uint_eq(count_texts(" ", ""), 0);
    ck_assert_uint_eq(count_texts("| ", ""), 0);
    ck_assert_uint_eq(count_texts("- ", ""), 1);
    ck_assert_uint_eq(count_texts("-", ""), 1);
    ck_assert_uint_eq(count_texts("1. ", ""), 1);
    ck_assert_uint_eq(count_texts("[ ] ", ""), 1);
    ck_assert_uint_eq(count_texts("- ", "a"), 1);
    ck_assert_uint_eq(count_texts("1. ", "a"), 1);
    ck_assert_uint_eq(count_texts("[ ] ", "a"), 1);
    ck_assert_uint_eq(count_texts("a___", ""), 1);
    ck_assert_uint_eq(count_texts("a | ", ""), 100000);
    ck_assert_uint_eq(count_texts("a... ", ""), 1);
    ck_assert_uint_eq(count_texts("- a | ", ""), 100000);
    ck_assert_uint_eq(count_texts("\xC2\xAB ", ""), 1);
    ck_assert_uint_eq(count_texts("{% a | ", ""), 100000);
    ck_assert_uint_eq(count_texts("{{ a | ", ""), 100000);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("structure", long_lines_take_no_time)
