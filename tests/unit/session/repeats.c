/* Lines of the same text: which stand for which, what is kept, and what goes. */
#include "session/repeats.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static tr_line *line_of(const char *text, size_t number)
{
    tr_line *line = tr_line_create(text, strlen(text), number, (tr_line_options){.n_best = 1});
    ck_assert_ptr_nonnull(line);
    return line;
}

START_TEST(a_line_stands_for_an_earlier_one_of_the_same_text)
{
    tr_repeats r;
    tr_repeats_init(&r, false);
    tr_line *a = line_of("one\n", 1), *b = line_of("two\n", 2), *c = line_of("one\r\n", 3);

    ck_assert(!tr_repeats_find_locked(&r, a));
    ck_assert(!tr_repeats_find_locked(&r, b));
    ck_assert(tr_repeats_find_locked(&r, c));
    a->result.n_lost = 7;
    const tr_translation result = tr_repeats_result(c);
    ck_assert_uint_eq(result.line, 3);
    ck_assert_str_eq(result.line_end, "\r\n");
    ck_assert_uint_eq(result.n_lost, 7);
    ck_assert_uint_eq(tr_repeats_result(a).line, 1);

    tr_repeats_leave_locked(&r, a); /* written, and known still */
    tr_line *d = line_of("one", 4);
    ck_assert(tr_repeats_find_locked(&r, d));
    tr_repeats_leave_locked(&r, b);
    tr_repeats_leave_locked(&r, c);
    tr_repeats_leave_locked(&r, d);
    tr_repeats_free(&r);
}
END_TEST

/* Lines of 1 kB, with 1 kB of a result: what is kept of them stays below the bound, and what was
 * asked for stays longer than what was not. */
START_TEST(what_is_kept_is_bounded)
{
    enum { MOST = 16 << 20, N = 20000, TEXT = 1000 };
    tr_repeats r;
    char text[TEXT + 1];
    size_t n_found = 0;

    tr_repeats_init(&r, false);
    memset(text, 'x', TEXT);
    text[TEXT] = '\0';
    for (size_t i = 0; i < N; i++) {
        sprintf(text, "%zu", i);
        tr_line *line = line_of(text, 2 * i + 1), *often = line_of("often", 2 * i + 2);
        ck_assert(!tr_repeats_find_locked(&r, line));
        ck_assert_ptr_nonnull(tr_region_take(&line->region, TEXT, 1));
        n_found += tr_repeats_find_locked(&r, often);
        tr_repeats_leave_locked(&r, line);
        tr_repeats_leave_locked(&r, often);
        ck_assert_uint_le(r.n_bytes, MOST);
        text[strlen(text)] = 'x';
    }
    ck_assert_uint_eq(n_found, N - 1);
    ck_assert_uint_gt(r.n_bytes, MOST / 2);
    tr_line *gone = line_of("0", 1);
    ck_assert(!tr_repeats_find_locked(&r, gone));
    tr_repeats_leave_locked(&r, gone);
    tr_repeats_free(&r);
}
END_TEST

static void write_large(tr_repeats *r, const char *text)
{
    tr_line *line = line_of(text, 9);

    ck_assert(!tr_repeats_find_locked(r, line));
    ck_assert_ptr_nonnull(tr_region_take(&line->region, 40 << 20, 1));
    tr_repeats_leave_locked(r, line);
}

START_TEST(a_line_that_goes_stays_for_those_that_stand_for_it)
{
    tr_repeats r;
    tr_repeats_init(&r, false);
    tr_line *a = line_of("one", 1), *b = line_of("one", 2), *c = line_of("one", 3);

    ck_assert(!tr_repeats_find_locked(&r, a));
    ck_assert(tr_repeats_find_locked(&r, b));
    tr_repeats_leave_locked(&r, a);
    write_large(&r, "a large one"); /* goes at once: the other was asked for */
    ck_assert_uint_gt(r.n_bytes, 0);
    write_large(&r, "another one"); /* and now both go */
    ck_assert_uint_eq(r.n_bytes, 0);
    ck_assert_str_eq(tr_repeats_result(b).source, "one");
    ck_assert(!tr_repeats_find_locked(&r, c));
    tr_repeats_leave_locked(&r, b);
    tr_repeats_leave_locked(&r, c);
    tr_repeats_free(&r);
}
END_TEST

UNIT_MAIN("repeats", a_line_stands_for_an_earlier_one_of_the_same_text, what_is_kept_is_bounded,
          a_line_that_goes_stays_for_those_that_stand_for_it)
