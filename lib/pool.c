#define _GNU_SOURCE /* sched_getaffinity */
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct worker {
    tr_pool *pool;
    int i;
    pthread_t thread;
} worker;

struct tr_pool {
    void (*work)(void *ctx, int i);
    void *ctx;
    int n;
    worker workers[];
};

static void *run(void *arg)
{
    const worker *w = arg;
    w->pool->work(w->pool->ctx, w->i);
    return NULL;
}

tr_pool *tr_pool_start(int n, void (*work)(void *ctx, int i), void *ctx)
{
    tr_pool *p = calloc(1, sizeof *p + (size_t)n * sizeof *p->workers);
    if (!p) return NULL;
    p->work = work;
    p->ctx = ctx;
    for (; p->n < n; p->n++) {
        worker *w = &p->workers[p->n];
        *w = (worker){.pool = p, .i = p->n};
        if (pthread_create(&w->thread, NULL, run, w)) break;
    }
    if (p->n > 0) return p;
    free(p);
    return NULL;
}

void tr_pool_join(tr_pool *p)
{
    for (int i = 0; i < p->n; i++)
        pthread_join(p->workers[i].thread, NULL);
    free(p);
}

int tr_pool_cores(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set)) return CPU_COUNT(&set);
#endif
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}
