#include "train/network/workers.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/team.h"
#include "train/network/pages.h"

struct tr_workers {
    tr_team team;
    float *scratch; /* [threads, scratch_size] */
    size_t threads, scratch_size;
    atomic_bool used[TR_TEAM_MOST_THREADS]; /* parts of `scratch` that are taken */

    pthread_t thread[TR_TEAM_MOST_THREADS];
    size_t n_started;
    pthread_mutex_t lock;
    pthread_cond_t change;
    atomic_bool active, quit; /* change under the lock */
};

static bool not_active(void *ctx)
{
    tr_workers *w = ctx;
    return !atomic_load_explicit(&w->active, memory_order_relaxed);
}

static void *help_team(void *ctx)
{
    tr_workers *w = ctx;

    for (;;) {
        pthread_mutex_lock(&w->lock);
        while (!w->active && !w->quit)
            pthread_cond_wait(&w->change, &w->lock);
        const bool quit = w->quit;
        pthread_mutex_unlock(&w->lock);
        if (quit) return NULL;
        tr_team_help(&w->team, not_active, w);
    }
}

static void set_state(tr_workers *w, bool active, bool quit)
{
    pthread_mutex_lock(&w->lock);
    w->active = active;
    w->quit = quit;
    pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
}

int tr_workers_create(tr_workers **out, size_t threads, size_t scratch, tr_error *err)
{
    void *p = NULL, *floats = NULL;

    assert(threads >= 1 && threads <= TR_TEAM_MOST_THREADS);
    const size_t size = (scratch + 15) / 16 * 16;
    if (posix_memalign(&p, 64, sizeof(tr_workers)) ||
        posix_memalign(&floats, 64, threads * size * sizeof(float))) {
        free(p);
        return tr_fail_memory(err);
    }
    tr_pages_large(floats, threads * size * sizeof(float));
    tr_workers *w = p;
    memset(w, 0, sizeof *w);
    w->team.most = (int)threads;
    w->scratch = floats;
    w->threads = threads;
    w->scratch_size = size;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->change, NULL);
    while (w->n_started + 1 < threads &&
           tr_thread_start(&w->thread[w->n_started], help_team, w) == 0)
        w->n_started++;
    *out = w;
    return 0;
}

void tr_workers_free(tr_workers *w)
{
    if (!w) return;
    set_state(w, false, true);
    for (size_t i = 0; i < w->n_started; i++)
        pthread_join(w->thread[i], NULL);
    pthread_cond_destroy(&w->change);
    pthread_mutex_destroy(&w->lock);
    free(w->scratch);
    free(w);
}

void tr_workers_begin(tr_workers *w)
{
    set_state(w, true, false);
}

void tr_workers_end(tr_workers *w)
{
    set_state(w, false, false);
}

/* Takes a free part of `scratch`.  There is one, because there are as many as threads. */
static size_t take_scratch(tr_workers *w)
{
    for (size_t i = 0;; i = (i + 1) % w->threads)
        if (!atomic_exchange_explicit(&w->used[i], true, memory_order_acquire)) return i;
}

typedef struct parallel_parts {
    tr_workers *w;
    tr_workers_part *part;
    void *ctx;
} parallel_parts;

static void run_part(void *ctx, size_t i)
{
    const parallel_parts *j = ctx;
    const size_t own = take_scratch(j->w);
    j->part(j->ctx, i, j->w->scratch + own * j->w->scratch_size);
    atomic_store_explicit(&j->w->used[own], false, memory_order_release);
}

void tr_workers_run(tr_workers *w, size_t n, tr_workers_part *part, void *ctx)
{
    parallel_parts j = {w, part, ctx};
    tr_team_run(&w->team, n, run_part, &j);
}

typedef struct row_parts {
    size_t n_rows, each;
    tr_workers_rows *work;
    void *ctx;
} row_parts;

static void run_row_part(void *ctx, size_t i, float *scratch)
{
    const row_parts *s = ctx;
    const size_t first = i * s->each, rest = s->n_rows - first;
    s->work(s->ctx, first, rest < s->each ? rest : s->each, scratch);
}

void tr_workers_share(tr_workers *w, size_t n_rows, size_t each, tr_workers_rows *work, void *ctx)
{
    row_parts s = {n_rows, each, work, ctx};
    tr_workers_run(w, (n_rows + each - 1) / each, run_row_part, &s);
}
