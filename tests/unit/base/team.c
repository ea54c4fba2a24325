/* A team does every part once, whoever helps. */
#include <check.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/team.h"
#include "unit/unit.h"

enum { PARTS = 50, RUNS = 3000, HELPERS = 3, LEADERS = 2 };

static tr_team team;
static atomic_bool stop;

static bool stopped(void *ctx)
{
    (void)ctx;
    return stop;
}

static void *help(void *ctx)
{
    *(bool *)ctx = tr_team_help(&team, stopped, NULL);
    return NULL;
}

static void count_part(void *ctx, size_t i)
{
    int *counts = ctx;
    counts[i]++; /* by one thread at a time, or it would be a race */
}

/* Returns how many runs had a part that was not done exactly once. */
static void *lead(void *ctx)
{
    size_t *bad = ctx;
    for (size_t run = 0; run < RUNS; run++) {
        const size_t n = run % PARTS;
        int counts[PARTS] = {0};
        tr_team_lead(&team, run % 2 == 0);
        tr_team_run(&team, n, count_part, counts);
        for (size_t i = 0; i < PARTS; i++)
            *bad += counts[i] != (i < n);
    }
    return NULL;
}

START_TEST(does_every_part_once)
{
    pthread_t helpers[HELPERS], leaders[LEADERS];
    bool helped[HELPERS];
    size_t bad[LEADERS] = {0};
    stop = false;
    for (int i = 0; i < HELPERS; i++)
        ck_assert_int_eq(pthread_create(&helpers[i], NULL, help, &helped[i]), 0);
    for (int i = 0; i < LEADERS; i++)
        ck_assert_int_eq(pthread_create(&leaders[i], NULL, lead, &bad[i]), 0);
    for (int i = 0; i < LEADERS; i++) {
        pthread_join(leaders[i], NULL);
        ck_assert_uint_eq(bad[i], 0);
    }
    stop = true;
    for (int i = 0; i < HELPERS; i++) {
        pthread_join(helpers[i], NULL);
        ck_assert(helped[i]);
    }
    ck_assert_uint_eq(tr_team_size(&team), 1);
}
END_TEST

START_TEST(works_alone)
{
    int counts[PARTS] = {0};
    tr_team_run(NULL, PARTS, count_part, counts);
    tr_team_run(&team, PARTS, count_part, counts);
    for (size_t i = 0; i < PARTS; i++)
        ck_assert_int_eq(counts[i], 2);
}
END_TEST

/* Comes true when asked for the tenth time. */
static bool tenth(void *ctx)
{
    int *asked = ctx;
    return ++*asked == 10;
}

static bool never(void *ctx)
{
    (void)ctx;
    return false;
}

START_TEST(lingers_until_called_but_not_forever)
{
    int asked = 0;
    tr_team_linger(tenth, &asked);
    ck_assert_int_eq(asked, 10);
    tr_team_linger(never, NULL);
}
END_TEST

/* A helper takes parts: one that the leader waits for is only ever done by it. */
static atomic_bool other_started;
static pthread_t leader;

static void wait_for_other(void *ctx, size_t i)
{
    (void)ctx;
    (void)i;
    if (!pthread_equal(pthread_self(), leader)) other_started = true;
    while (pthread_equal(pthread_self(), leader) && !other_started)
        ;
}

START_TEST(helpers_take_parts)
{
    pthread_t helper;
    bool helped;
    stop = false;
    leader = pthread_self();
    ck_assert_int_eq(pthread_create(&helper, NULL, help, &helped), 0);
    while (tr_team_size(&team) == 1)
        ;
    tr_team_run(&team, 2, wait_for_other, NULL);
    ck_assert(other_started);
    stop = true;
    pthread_join(helper, NULL);
}
END_TEST

UNIT_MAIN("team", does_every_part_once, works_alone, helpers_take_parts,
          lingers_until_called_but_not_forever)
