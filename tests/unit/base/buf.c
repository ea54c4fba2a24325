#include "base/buf.h"

#include <stdint.h>
#include <string.h>

#include "unit/unit.h"

START_TEST(appends_bytes_and_ends_them_in_a_nul)
{
    tr_buf b = {0};
    tr_buf_add_string(&b, "one");
    tr_buf_add(&b, "\0two", 4);
    ck_assert_uint_eq(b.len, 7);
    ck_assert_mem_eq(b.data, "one\0two", 8);
    tr_buf_free(&b);
    ck_assert_ptr_null(b.data);
    ck_assert_uint_eq(b.capacity, 0);
}
END_TEST

START_TEST(prints_text_of_any_length)
{
    tr_buf b = {0};
    tr_buf_printf(&b, "%d-%s", 42, "x");
    ck_assert_str_eq(tr_buf_text(&b), "42-x");
    tr_buf_printf(&b, "%*d", 5000, 7);
    ck_assert_uint_eq(b.len, 5004);
    ck_assert_uint_eq(strlen(b.data), 5004);
    ck_assert_str_eq(b.data + 5002, " 7");
    tr_buf_printf(&b, "%s", "");
    ck_assert_uint_eq(b.len, 5004);
    tr_buf_free(&b);
}
END_TEST

START_TEST(grows_a_byte_at_a_time)
{
    tr_buf b = {0};
    for (size_t i = 0; i < 10000; i++) {
        const char c = (char)('a' + i % 26);
        tr_buf_add(&b, &c, 1);
        ck_assert_uint_gt(b.capacity, b.len);
        ck_assert_int_eq(b.data[b.len], '\0');
    }
    for (size_t i = 0; i < b.len; i++)
        ck_assert_int_eq(b.data[i], 'a' + i % 26);
    tr_buf_free(&b);
}
END_TEST

START_TEST(has_empty_text_from_the_start)
{
    tr_buf b = {0};
    ck_assert_str_eq(tr_buf_text(&b), "");
    char *taken = tr_buf_take(&b);
    ck_assert_str_eq(taken, "");
    free(taken);
    tr_buf_add(&b, NULL, 0);
    ck_assert_str_eq(b.data, "");
    tr_buf_free(&b);
}
END_TEST

START_TEST(hands_its_memory_over)
{
    tr_buf b = {0};
    tr_buf_add_string(&b, "text");
    char *taken = tr_buf_take(&b);
    ck_assert_str_eq(taken, "text");
    ck_assert_ptr_null(b.data);
    tr_buf_add_string(&b, "more");
    ck_assert_str_eq(taken, "text");
    free(taken);
    tr_buf_free(&b);
}
END_TEST

START_TEST(remembers_a_failure_until_it_is_cleared)
{
    tr_buf b = {0};
    tr_buf_add_string(&b, "kept");
    tr_buf_add(&b, "x", SIZE_MAX); /* fails before a byte is copied */
    ck_assert(b.failed);
    tr_buf_add_string(&b, "dropped");
    tr_buf_printf(&b, "%s", "dropped");
    ck_assert_str_eq(tr_buf_text(&b), "kept");
    tr_buf_clear(&b);
    ck_assert(!b.failed);
    ck_assert_str_eq(tr_buf_text(&b), "");
    tr_buf_add_string(&b, "again");
    ck_assert_str_eq(tr_buf_text(&b), "again");
    tr_buf_add(&b, "x", SIZE_MAX - 4);
    ck_assert_ptr_null(tr_buf_take(&b));
    ck_assert(!b.failed);
}
END_TEST

START_TEST(reserves_by_doubling_and_keeps_what_was_there)
{
    void *p = NULL;
    size_t capacity = 0, growths = 0;
    for (size_t n = 1; n <= 4096; n++) {
        const size_t before = capacity;
        ck_assert_int_eq(tr_reserve(&p, &capacity, n, sizeof(uint32_t)), 0);
        ck_assert_uint_ge(capacity, n);
        growths += capacity != before;
        ((uint32_t *)p)[n - 1] = (uint32_t)n;
    }
    ck_assert_uint_le(growths, 10);
    for (uint32_t n = 1; n <= 4096; n++)
        ck_assert_uint_eq(((uint32_t *)p)[n - 1], n);
    free(p);
}
END_TEST

START_TEST(refuses_sizes_that_overflow)
{
    uint64_t *array = calloc(4, sizeof *array);
    void *p = array;
    size_t capacity = 4;
    static const size_t bad[] = {SIZE_MAX, SIZE_MAX / 8 + 1, SIZE_MAX / 2};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(tr_reserve(&p, &capacity, bad[i], sizeof *array), -1);
        ck_assert_ptr_eq(p, array);
        ck_assert_uint_eq(capacity, 4);
    }
    free(p);
}
END_TEST

START_TEST(multiplies_or_says_that_it_cannot)
{
    ck_assert_uint_eq(tr_size_mul(6, 7), 42);
    ck_assert_uint_eq(tr_size_mul(0, SIZE_MAX), 0);
    ck_assert_uint_eq(tr_size_mul(SIZE_MAX, 0), 0);
    ck_assert_uint_eq(tr_size_mul(SIZE_MAX, 1), SIZE_MAX);
    ck_assert_uint_eq(tr_size_mul(SIZE_MAX / 2 + 1, 2), SIZE_MAX);
    ck_assert_uint_eq(tr_size_mul(SIZE_MAX / 3, 3), SIZE_MAX / 3 * 3);
    ck_assert_uint_eq(tr_size_mul(SIZE_MAX, SIZE_MAX), SIZE_MAX);
}
END_TEST

UNIT_MAIN("buf", appends_bytes_and_ends_them_in_a_nul, prints_text_of_any_length,
          grows_a_byte_at_a_time, has_empty_text_from_the_start, hands_its_memory_over,
          remembers_a_failure_until_it_is_cleared, reserves_by_doubling_and_keeps_what_was_there,
          refuses_sizes_that_overflow, multiplies_or_says_that_it_cannot)
