/* workers.c - each part of the work is done once, with scratch that no other part uses. */
#include "train/network/workers.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "unit/unit.h"

enum { PARTS = 3000, SCRATCH = 100 };

static atomic_int done[PARTS], shared_scratch;

/* Fills all of its scratch, and looks whether anyone else wrote there. */
static void fill_scratch(void *ctx, size_t i, float *scratch)
{
    (void)ctx;
    atomic_fetch_add(&done[i], 1);
    for (int k = 0; k < SCRATCH; k++)
        scratch[k] = (float)i;
    for (int k = 0; k < SCRATCH; k++)
        if (scratch[k] < (float)i || scratch[k] > (float)i) atomic_fetch_add(&shared_scratch, 1);
}

static void check_threads(size_t threads, bool begin)
{
    tr_workers *w;
    tr_error err;

    ck_assert_int_eq(tr_workers_create(&w, threads, SCRATCH, &err), 0);
    if (begin) tr_workers_begin(w);
    for (int turn = 1; turn <= 5; turn++) {
        for (size_t i = 0; i < PARTS; i++)
            done[i] = 0;
        tr_workers_run(w, PARTS, fill_scratch, NULL);
        for (size_t i = 0; i < PARTS; i++)
            ck_assert_int_eq(done[i], 1);
    }
    if (begin) tr_workers_end(w);
    ck_assert_int_eq(shared_scratch, 0);
    tr_workers_free(w);
}

START_TEST(each_part_is_done_once)
{
    check_threads(1, true);
    check_threads(2, true);
    check_threads(8, true);
}
END_TEST

/* The caller does all by itself. */
START_TEST(no_other_thread_has_to_help)
{
    check_threads(3, false);
}
END_TEST

START_TEST(there_may_be_no_part)
{
    tr_workers *w;
    tr_error err;

    ck_assert_int_eq(tr_workers_create(&w, 2, SCRATCH, &err), 0);
    for (size_t i = 0; i < PARTS; i++)
        done[i] = 0;
    tr_workers_run(w, 0, fill_scratch, NULL);
    ck_assert_int_eq(done[0], 0);
    tr_workers_free(w);
    tr_workers_free(NULL);
}
END_TEST

/* ---- Rows ---- */

static atomic_size_t sizes[PARTS]; /* by the first row */

static void note_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    (void)ctx, (void)scratch;
    sizes[first] += n;
}

/* 1000 rows by 96 are ten parts and 40 rows, whatever the threads are. */
START_TEST(rows_are_cut_in_one_way)
{
    for (size_t threads = 1; threads <= 4; threads++) {
        tr_workers *w;
        tr_error err;
        ck_assert_int_eq(tr_workers_create(&w, threads, SCRATCH, &err), 0);
        for (size_t i = 0; i < PARTS; i++)
            sizes[i] = 0;
        tr_workers_begin(w);
        tr_workers_share(w, 1000, 96, note_rows, NULL);
        tr_workers_end(w);
        for (size_t i = 0; i < PARTS; i++) {
            const size_t expected = i >= 1000 || i % 96 ? 0 : i == 960 ? 40 : 96;
            ck_assert_uint_eq(sizes[i], expected);
        }
        tr_workers_free(w);
    }
}
END_TEST

UNIT_MAIN("workers", each_part_is_done_once, no_other_thread_has_to_help, there_may_be_no_part,
          rows_are_cut_in_one_way)
