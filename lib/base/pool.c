#define _GNU_SOURCE /* sched_getaffinity */
#include "base/pool.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

int tr_thread_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx)
{
    pthread_attr_t attr;

    int rc = pthread_attr_init(&attr);
    if (rc) return rc;
    rc = pthread_attr_setstacksize(&attr, TR_THREAD_STACK);
    if (!rc) rc = pthread_create(thread, &attr, run, ctx);
    pthread_attr_destroy(&attr);
    return rc;
}

struct tr_pool {
    void (*work)(void *ctx);
    void *ctx;
    pthread_mutex_t lock;
    int n, max; /* n: under the lock */
    pthread_t threads[];
};

tr_pool *tr_pool_create(int max, void (*work)(void *ctx), void *ctx)
{
    tr_pool *p = calloc(1, sizeof *p + (size_t)max * sizeof *p->threads);
    if (!p || pthread_mutex_init(&p->lock, NULL)) {
        free(p);
        return NULL;
    }
    p->work = work;
    p->ctx = ctx;
    p->max = max;
    return p;
}

static void *run_worker(void *arg)
{
    const tr_pool *p = arg;
    p->work(p->ctx);
    return NULL;
}

bool tr_pool_add(tr_pool *p)
{
    pthread_mutex_lock(&p->lock);
    const bool added = p->n < p->max && !tr_thread_start(&p->threads[p->n], run_worker, p);
    if (added) p->n++;
    pthread_mutex_unlock(&p->lock);
    return added;
}

int tr_pool_size(tr_pool *p)
{
    pthread_mutex_lock(&p->lock);
    const int n = p->n;
    pthread_mutex_unlock(&p->lock);
    return n;
}

/* A thread that starts another one comes before it in the array: when the first is joined, the
 * second is counted already. */
void tr_pool_join(tr_pool *p)
{
    for (int i = 0; i < tr_pool_size(p); i++)
        pthread_join(p->threads[i], NULL);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

#if defined(__linux__)
int tr_pool_cores(void)
{
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set)) return CPU_COUNT(&set);
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

int tr_pool_core(void)
{
    return sched_getcpu();
}

void tr_pool_leave_core(int core)
{
    cpu_set_t all, others;
    if (core < 0 || core >= CPU_SETSIZE || sched_getaffinity(0, sizeof all, &all)) return;
    others = all;
    CPU_CLR((size_t)core, &others);
    if (CPU_COUNT(&others) && !sched_setaffinity(0, sizeof others, &others))
        sched_setaffinity(0, sizeof all, &all);
}
#else
int tr_pool_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

int tr_pool_core(void)
{
    return -1;
}

void tr_pool_leave_core(int core)
{
    (void)core;
}
#endif
