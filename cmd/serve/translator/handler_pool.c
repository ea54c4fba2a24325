#include "serve/translator/handler_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/pool.h"
#include "console/alloc.h"

/* A thread that has nothing to do. */
typedef struct idler {
    pthread_cond_t called;
    bool is_called;
    struct idler *next;
} idler;

struct handler_pool {
    void (*run)(void *ctx, handler_task *task);
    void *ctx;
    pthread_mutex_t lock;
    pthread_condattr_t monotonic;
    pthread_cond_t fewer;
    handler_task *first, **last;
    size_t n_waiting;
    idler *idle;  /* the one that was busy last is the first, so that others end */
    int n, most;  /* threads */
    int patience; /* seconds */
    bool any_ended, ends;
    pthread_t ended; /* the last one, which has joined the one before */
};

static void push_idler(handler_pool *p, idler *one)
{
    one->next = p->idle;
    p->idle = one;
}

/* Waits until it is called; false: nobody has called for long. */
static bool await(handler_pool *p)
{
    idler me = {0};
    struct timespec until;
    int rc = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += p->patience;
    pthread_cond_init(&me.called, &p->monotonic);
    push_idler(p, &me);
    while (!me.is_called && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&me.called, &p->lock, &until);
    if (!me.is_called) {
        idler **at = &p->idle;
        while (*at != &me)
            at = &(*at)->next;
        *at = me.next;
    }
    pthread_cond_destroy(&me.called);
    return me.is_called;
}

static void call_idler(handler_pool *p)
{
    idler *const one = p->idle;

    p->idle = one->next;
    one->is_called = true;
    pthread_cond_signal(&one->called);
}

/* Each thread that ends joins the one that ended before it. */
static void leave_locked(handler_pool *p)
{
    const bool any = p->any_ended;
    const pthread_t before = p->ended;

    p->any_ended = true;
    p->ended = pthread_self();
    p->n--;
    pthread_cond_signal(&p->fewer);
    pthread_mutex_unlock(&p->lock);
    if (any) pthread_join(before, NULL);
}

static void *work(void *ctx)
{
    handler_pool *const p = ctx;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->first && !p->ends && await(p))
            ;
        handler_task *const task = p->first;
        if (!task) break;
        p->first = task->next;
        if (!p->first) p->last = &p->first;
        p->n_waiting--;
        pthread_mutex_unlock(&p->lock);
        p->run(p->ctx, task);
        pthread_mutex_lock(&p->lock);
    }
    leave_locked(p);
    return NULL;
}

handler_pool *handler_pool_open(int most, int patience, void (*run)(void *ctx, handler_task *task),
                                void *ctx)
{
    handler_pool *const p = checked_malloc(sizeof *p);

    *p = (handler_pool){.run = run, .ctx = ctx, .most = most, .patience = patience};
    p->last = &p->first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&p->monotonic);
    pthread_condattr_setclock(&p->monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->fewer, NULL);
    return p;
}

void handler_pool_close(handler_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    while (p->idle)
        call_idler(p);
    while (p->n)
        pthread_cond_wait(&p->fewer, &p->lock);
    pthread_mutex_unlock(&p->lock);
    if (p->any_ended) pthread_join(p->ended, NULL);
    pthread_cond_destroy(&p->fewer);
    pthread_condattr_destroy(&p->monotonic);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static bool start_thread_locked(handler_pool *p)
{
    pthread_t thread;
    const bool started = p->n < p->most && !tr_thread_start(&thread, work, p);

    p->n += started;
    return started;
}

bool handler_pool_add(handler_pool *p, handler_task *task, size_t most_waiting)
{
    pthread_mutex_lock(&p->lock);
    bool taken = p->n_waiting < most_waiting;
    if (taken && p->idle)
        call_idler(p);
    else if (taken)
        taken = start_thread_locked(p) || p->n > 0;
    if (taken) {
        task->next = NULL;
        *p->last = task;
        p->last = &task->next;
        p->n_waiting++;
    }
    pthread_mutex_unlock(&p->lock);
    return taken;
}

int handler_pool_size(handler_pool *p)
{
    pthread_mutex_lock(&p->lock);
    const int n = p->n;
    pthread_mutex_unlock(&p->lock);
    return n;
}
