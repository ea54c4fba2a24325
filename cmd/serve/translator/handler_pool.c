#include "serve/translator/handler_pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/pool.h"
#include "console/alloc.h"

struct handler_pool {
    void (*run)(void *ctx, handler_task *task);
    void *ctx;
    tr_pool *threads;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    handler_task *first, **last;
    size_t n_waiting, n_idle;
    bool ends;
};

static void work(void *ctx)
{
    handler_pool *const p = ctx;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->first && !p->ends) {
            p->n_idle++;
            pthread_cond_wait(&p->changed, &p->lock);
            p->n_idle--;
        }
        handler_task *const task = p->first;
        if (!task) break;
        p->first = task->next;
        if (!p->first) p->last = &p->first;
        p->n_waiting--;
        pthread_mutex_unlock(&p->lock);
        p->run(p->ctx, task);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
}

handler_pool *handler_pool_open(int most, void (*run)(void *ctx, handler_task *task), void *ctx)
{
    handler_pool *const p = checked_malloc(sizeof *p);

    *p = (handler_pool){.run = run, .ctx = ctx};
    p->last = &p->first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    p->threads = tr_pool_create(most, work, p);
    if (!p->threads) end_without_memory();
    return p;
}

void handler_pool_close(handler_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    tr_pool_join(p->threads);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool handler_pool_add(handler_pool *p, handler_task *task, size_t most_waiting)
{
    pthread_mutex_lock(&p->lock);
    bool taken = p->n_waiting < most_waiting;
    if (taken && p->n_idle <= p->n_waiting)
        taken = tr_pool_add(p->threads) || tr_pool_size(p->threads) > 0;
    if (taken) {
        task->next = NULL;
        *p->last = task;
        p->last = &task->next;
        p->n_waiting++;
        pthread_cond_signal(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    return taken;
}
