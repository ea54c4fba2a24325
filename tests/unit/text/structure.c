#include "text/structure.h"

#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The number of texts of a line of `many` times the same, of a last part, and of many blanks. */
static size_t count_texts(size_t many, const char *one, const char *last)
{
    const tr_stops *const stops = &tr_language_data("en")->stops;
    tr_buf line = {0};
    tr_span part = {0};
    size_t n = 0;

    for (size_t i = 0; i < many; i++)
        tr_buf_add_string(&line, one);
    tr_buf_add_string(&line, last);
    for (size_t i = 0; i < many; i++)
        tr_buf_add_string(&line, " ");
    for (; tr_structure_next(stops, line.data, line.len, part.end, &part); n++) {
        ck_assert_uint_lt(part.begin, part.end);
        ck_assert_uint_le(part.end, line.len);
    }
    tr_buf_free(&line);
    return n;
}

/* Looks for the texts of lines that have something `many` times; the processor time that it takes.
 */
static double time_of(size_t many)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_texts(many, "_", ""), 0);
    ck_assert_uint_eq(count_texts(many, "|", ""), 0);
    ck_assert_uint_eq(count_texts(many, ".", ""), 0);
    ck_assert_uint_eq(count_texts(many, "\t", ""), 0);
    ck_assert_uint_eq(count_texts(many, " ", ""), 0);
    ck_assert_uint_eq(count_texts(many, "| ", ""), 0);
    ck_assert_uint_eq(count_texts(many, "- ", ""), 1);
    ck_assert_uint_eq(count_texts(many, "-", ""), 1);
    ck_assert_uint_eq(count_texts(many, "1. ", ""), 1);
    ck_assert_uint_eq(count_texts(many, "[ ] ", ""), 1);
    ck_assert_uint_eq(count_texts(many, "- ", "a"), 1);
    ck_assert_uint_eq(count_texts(many, "1. ", "a"), 1);
    ck_assert_uint_eq(count_texts(many, "[ ] ", "a"), 1);
    ck_assert_uint_eq(count_texts(many, "a___", ""), 1);
    ck_assert_uint_eq(count_texts(many, "a | ", ""), many);
    ck_assert_uint_eq(count_texts(many, "a... ", ""), 1);
    ck_assert_uint_eq(count_texts(many, "- a | ", ""), many);
    ck_assert_uint_eq(count_texts(many, "\xC2\xAB ", ""), 1);
    ck_assert_uint_eq(count_texts(many, "{% a | ", ""), many);
    ck_assert_uint_eq(count_texts(many, "{{ a | ", ""), many);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

START_TEST(long_lines_take_no_time)
{
    enum { MANY = 50000, SHARE = 5, MOST = 12 };
    const double few = time_of(MANY / SHARE), many = time_of(MANY);

    ck_assert_double_lt(many, MOST * few + 0.5); /* what grows with the square takes 25 times */
}
END_TEST

UNIT_MAIN("structure", long_lines_take_no_time)
