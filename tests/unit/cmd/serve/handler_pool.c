/* Threads that come with work and go without it. */
#include "serve/translator/handler_pool.h"

#include <pthread.h>
#include <time.h>

#include "unit/unit.h"

enum { MOST = 8, TASKS = 100 };

/* What the threads of a pool share. */
typedef struct counter {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int begun, done;
    bool held; /* nobody may end a task */
} counter;

static counter it = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static handler_task tasks[TASKS];

static void run(void *ctx, handler_task *task)
{
    counter *const c = ctx;

    (void)task;
    pthread_mutex_lock(&c->lock);
    c->begun++;
    pthread_cond_broadcast(&c->changed);
    while (c->held)
        pthread_cond_wait(&c->changed, &c->lock);
    c->done++;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

static void hold(bool held)
{
    pthread_mutex_lock(&it.lock);
    it.held = held;
    pthread_cond_broadcast(&it.changed);
    pthread_mutex_unlock(&it.lock);
}

static void wait_for(const int *count, int n)
{
    pthread_mutex_lock(&it.lock);
    while (*count < n)
        pthread_cond_wait(&it.changed, &it.lock);
    pthread_mutex_unlock(&it.lock);
}

static handler_pool *open_pool(int patience)
{
    it.begun = it.done = 0;
    return handler_pool_open(MOST, patience, run, &it);
}

START_TEST(does_all_with_so_many_threads_at_most)
{
    handler_pool *const p = open_pool(60);

    hold(true);
    for (int i = 0; i < TASKS; i++)
        ck_assert(handler_pool_add(p, &tasks[i], TASKS));
    wait_for(&it.begun, MOST);
    ck_assert_int_eq(handler_pool_size(p), MOST);
    ck_assert_int_eq(it.done, 0);
    hold(false);
    handler_pool_close(p);
    ck_assert_int_eq(it.done, TASKS);
}
END_TEST

START_TEST(takes_no_more_than_may_wait)
{
    handler_pool *const p = open_pool(60);

    hold(true);
    for (int i = 0; i < MOST; i++) {
        ck_assert(handler_pool_add(p, &tasks[i], 2));
        wait_for(&it.begun, i + 1);
    }
    ck_assert(handler_pool_add(p, &tasks[MOST], 2));
    ck_assert(handler_pool_add(p, &tasks[MOST + 1], 2));
    ck_assert(!handler_pool_add(p, &tasks[MOST + 2], 2));
    hold(false);
    handler_pool_close(p);
    ck_assert_int_eq(it.done, MOST + 2);
}
END_TEST

START_TEST(threads_without_work_end_and_others_come)
{
    handler_pool *const p = open_pool(1);

    for (int round = 1; round <= 2; round++) {
        hold(true);
        for (int i = 0; i < MOST; i++)
            ck_assert(handler_pool_add(p, &tasks[i], MOST));
        wait_for(&it.begun, round * MOST);
        hold(false);
        for (int tries = 0; tries < 100 && handler_pool_size(p); tries++)
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        ck_assert_int_eq(handler_pool_size(p), 0);
        ck_assert_int_eq(it.done, round * MOST);
    }
    handler_pool_close(p);
}
END_TEST

/* One task after the other needs one thread. */
START_TEST(the_last_busy_one_is_the_next)
{
    handler_pool *const p = open_pool(60);

    for (int i = 0; i < TASKS; i++) {
        ck_assert(handler_pool_add(p, &tasks[i], 1));
        wait_for(&it.done, i + 1);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    ck_assert_int_le(handler_pool_size(p), 2); /* it may be slow to get idle */
    handler_pool_close(p);
}
END_TEST

UNIT_MAIN("handler_pool", does_all_with_so_many_threads_at_most, takes_no_more_than_may_wait,
          threads_without_work_end_and_others_come, the_last_busy_one_is_the_next)
