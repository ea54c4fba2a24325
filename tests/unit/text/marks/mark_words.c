/* The words of a text. */
#include "text/marks/mark_words.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

START_TEST(the_list_is_used_again)
{
    tr_words w = {0};

    ck_assert(tr_words_find(&w, "one two three", 13));
    ck_assert_uint_eq(w.n, 3);
    ck_assert(tr_words_find(&w, "four", 4));
    ck_assert_uint_eq(w.n, 1);
    ck_assert_uint_eq(w.list[0].end, 4);
    ck_assert(tr_words_find(&w, "", 0));
    ck_assert_uint_eq(w.n, 0);
    tr_words_free(&w);
    ck_assert_ptr_null(w.list);
}
END_TEST

START_TEST(a_long_text_takes_no_time_of_the_square)
{
    enum { N = 200000 };
    char *const text = malloc(2 * N);
    tr_words w = {0};

    for (size_t i = 0; i < N; i++)
        memcpy(text + 2 * i, "a ", 2);
    ck_assert(tr_words_find(&w, text, 2 * N));
    ck_assert_uint_eq(w.n, N);
    ck_assert_uint_eq(w.list[N - 1].begin, 2 * N - 2);
    tr_words_free(&w);
    free(text);
}
END_TEST

UNIT_MAIN("mark_words", the_list_is_used_again, a_long_text_takes_no_time_of_the_square)
