/* The table of texts that came before. */
#include "document/text_table.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "unit/unit.h"

/* Words of which the two of a line lead FNV-1a from the same state to the same, in its low 48 bits:
 * whichever one is taken of each line, all texts that are made so have the same slot in any table
 * of 2^16.  They were found by trying. */
enum { N_PAIRS = 14, N = 1 << N_PAIRS, WORD = 12, LEN = N_PAIRS * WORD };
static const char pairs[N_PAIRS][2][WORD + 1] = {
    {"zsnaylkxgayx", "futtvykqfcuu"}, {"yvfdvyiynrlw", "buwhmtwmmllg"},
    {"xxhxgcdfxuha", "bldvxedrdvxm"}, {"ujjrrpmeborq", "xlrkveocadtp"},
    {"ikumxuanzyzc", "odvtchblgrvq"}, {"fxsdvdburnrn", "ozvzjimnrrra"},
    {"vccknplyxmxl", "uxmrrmufporh"}, {"mlhmnnlqeaae", "kbouvhcepgzg"},
    {"wriqqnxsgjez", "icdivpwyfnfx"}, {"bntfrllslsqo", "dbzttbzyrsqo"},
    {"daspckbbggqw", "tsaltsruslty"}, {"jffjedjuqjbm", "qpxrocrjijtp"},
    {"cvflwndeopsb", "qstgbxpdxsgj"}, {"tgrflguuhzyz", "ocbcbxyebveu"},
};

typedef struct texts {
    char bytes[N][LEN + 1];
} texts;

static tr_string text_at(const void *ctx, size_t i)
{
    const texts *const t = ctx;
    return (tr_string){t->bytes[i], LEN};
}

/* Text i has a word of each line by the bits of i; `other` makes its hash another. */
static void make_texts(texts *t, bool other)
{
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < N_PAIRS; k++)
            memcpy(t->bytes[i] + k * WORD, pairs[k][i >> k & 1], WORD);
        t->bytes[i][LEN] = '\0';
        if (other) snprintf(t->bytes[i], 10, "%zx", i * 7919);
    }
}

/* Seconds to put them all. */
static double seconds_to_put(const texts *t)
{
    tr_text_table table = {0};
    size_t known;

    const clock_t start = clock();
    for (size_t i = 0; i < N; i++)
        ck_assert_int_eq(tr_text_table_put(&table, text_at, t, i, text_at(t, i), &known), 0);
    const clock_t end = clock();
    tr_text_table_free(&table);
    return (double)(end - start) / CLOCKS_PER_SEC;
}

static texts all;

START_TEST(texts_whose_hashes_meet_take_no_longer_than_bounds_let_them)
{
    make_texts(&all, true);
    const double others = seconds_to_put(&all);
    make_texts(&all, false);
    const double made = seconds_to_put(&all);
    ck_assert_msg(made < 100 * others + 0.2, "%g s, others %g s", made, others);
}
END_TEST

START_TEST(a_text_that_came_before_has_its_number)
{
    tr_text_table table = {0};
    size_t known;

    make_texts(&all, true);
    for (size_t i = 0; i < N; i++)
        ck_assert_int_eq(tr_text_table_put(&table, text_at, &all, i, text_at(&all, i), &known), 0);
    for (size_t i = 0; i < N; i++) {
        ck_assert_int_eq(tr_text_table_put(&table, text_at, &all, N, text_at(&all, i), &known), 1);
        ck_assert_uint_eq(known, i);
    }
    tr_text_table_clear(&table);
    ck_assert_int_eq(tr_text_table_put(&table, text_at, &all, 0, text_at(&all, 5), &known), 0);
    tr_text_table_free(&table);
}
END_TEST

UNIT_MAIN("text_table", texts_whose_hashes_meet_take_no_longer_than_bounds_let_them,
          a_text_that_came_before_has_its_number)
