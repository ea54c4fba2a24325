/* Translation edit rate.  Each letter of a test is a word.  Edits are counted by hand by the rules
 * of Snover et al. 2006, and are those of sacrebleu.metrics.lib_ter.translation_edit_rate 2.6.0. */
#include "metrics/ter.h"

#include "unit/unit.h"

static void add_letters(tr_symbols *s, const char *letters)
{
    for (; *letters; letters++)
        tr_symbols_add(s, (unsigned char)*letters);
}

static void add_numbers(tr_symbols *s, uint32_t first, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        tr_symbols_add(s, first + i);
}

/* Edits where a block of `n` words that stands before `over` others is to stand after them. */
static size_t edits_of_move(uint32_t n, uint32_t over)
{
    enum { BLOCK = 1000 };
    tr_ter w = {0};
    tr_symbols a = {0}, b = {0};

    add_numbers(&a, BLOCK, n);
    add_numbers(&a, 0, over);
    add_numbers(&b, 0, over);
    add_numbers(&b, BLOCK, n);
    const size_t found = tr_ter_edits(&w, &a, &b);
    tr_symbols_free(&a);
    tr_symbols_free(&b);
    tr_ter_free(&w);
    return found;
}

START_TEST(a_block_has_at_most_ten_words)
{
    ck_assert_uint_eq(edits_of_move(10, 20), 1);
    ck_assert_uint_eq(edits_of_move(11, 20), 2);
}
END_TEST

/* A word that may not move is deleted and inserted. */
START_TEST(a_block_goes_over_at_most_fifty_words)
{
    ck_assert_uint_eq(edits_of_move(1, 49), 1);
    ck_assert_uint_eq(edits_of_move(1, 50), 1);
    ck_assert_uint_eq(edits_of_move(1, 51), 2);
}
END_TEST

START_TEST(the_memory_serves_one_line_after_the_other)
{
    tr_ter w = {0};
    tr_symbols ab = {0}, ba = {0}, none = {0};

    add_letters(&ab, "abcdefgh");
    add_letters(&ba, "ba");
    for (int round = 0; round < 3; round++) {
        ck_assert_uint_eq(tr_ter_edits(&w, &ab, &ab), 0);
        ck_assert_uint_eq(tr_ter_edits(&w, &ba, &none), 2);
        ck_assert_uint_eq(tr_ter_edits(&w, &none, &ba), 2);
    }
    tr_ter_free(&w);
    ck_assert_uint_eq(tr_ter_edits(&w, &ab, &ab), 0);
    tr_ter_free(&w);
    tr_symbols_free(&ab);
    tr_symbols_free(&ba);
}
END_TEST

START_TEST(a_long_line_takes_no_table_of_all_pairs)
{
    enum { N = 100000 };
    tr_ter w = {0};
    tr_symbols a = {0}, b = {0};

    add_numbers(&a, 0, N);
    add_numbers(&b, 0, N);
    b.at[N / 2] = N;
    ck_assert_uint_eq(tr_ter_edits(&w, &a, &b), 1);
    ck_assert(!w.failed);
    tr_symbols_free(&a);
    tr_symbols_free(&b);
    tr_ter_free(&w);
}
END_TEST

UNIT_MAIN("ter", a_block_has_at_most_ten_words, a_block_goes_over_at_most_fifty_words,
          the_memory_serves_one_line_after_the_other, a_long_line_takes_no_table_of_all_pairs)
