#include "check/check_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/pool.h"
#include "console/alloc.h"
#include "console/message.h"

enum {
    MOST_WAITING = 1024, /* pairs, so that memory does not grow */
    MOST_TOGETHER = 64,  /* that a thread takes: more do not go much faster, */
    PATIENCE = 20        /*   and milliseconds that it waits for so many */
};

typedef struct entry {
    checked_pair pair;
    bool is_checked; /* or needs none */
    void *item;
    struct entry *next;
} entry;

/* Entries are added after `last`; threads take from `untaken` on, and `first` is written next. */
struct check_queue {
    const checker *checker;
    void (*write)(void *ctx, void *item, const findings *found);
    void *ctx;
    pthread_t *threads; /* [n_threads] */
    size_t n_threads;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    entry *first, *last, *untaken;
    size_t n_entries, n_untaken;
    bool ended, writing;
    int rc;
    tr_error err;
};

/* ---- Out ---- */

/* Spans of the plain texts become spans of the texts. */
static void place_findings(checked_pair *pair)
{
    for (size_t i = 0; i < pair->found.n; i++) {
        finding *const f = &pair->found.list[i];
        f->at = plain_text_origin(f->kind == FINDING_REPEATED ? &pair->translation : &pair->source,
                                  f->at);
    }
}

/* Writes what is checked, up to the first entry that is not. */
static void write_locked(check_queue *q)
{
    if (q->writing) return;
    q->writing = true;
    while (q->first && q->first->is_checked) {
        entry *const e = q->first;
        q->first = e->next;
        if (!q->first) q->last = NULL;
        if (q->untaken == e) q->untaken = e->next;
        q->n_entries--;
        pthread_mutex_unlock(&q->lock);
        place_findings(&e->pair);
        q->write(q->ctx, e->item, &e->pair.found);
        checked_pair_free(&e->pair);
        free(e);
        pthread_mutex_lock(&q->lock);
        pthread_cond_broadcast(&q->changed);
    }
    q->writing = false;
    pthread_cond_broadcast(&q->changed);
}

/* ---- Threads ---- */

/* Waits until there are many entries to check, or for a while. */
static void wait_locked(check_queue *q)
{
    struct timespec until;

    while (!q->n_untaken && !q->ended)
        pthread_cond_wait(&q->changed, &q->lock);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (q->n_untaken < MOST_TOGETHER && !q->ended)
        if (pthread_cond_timedwait(&q->changed, &q->lock, &until)) break;
}

/* Takes entries that are to be checked, so that others have as much to do: their number. */
static size_t take_locked(check_queue *q, entry *taken[MOST_TOGETHER])
{
    const size_t share = (q->n_untaken + q->n_threads - 1) / q->n_threads;
    size_t n = 0;

    for (; q->untaken && n < share && n < MOST_TOGETHER; q->untaken = q->untaken->next) {
        if (q->untaken->is_checked) continue;
        taken[n++] = q->untaken;
        q->n_untaken--;
    }
    return n;
}

static int check(check_worker *w, entry *const *taken, size_t n, tr_error *err)
{
    checked_pair pairs[MOST_TOGETHER];

    for (size_t i = 0; i < n; i++)
        pairs[i] = taken[i]->pair;
    const int rc = check_worker_run(w, pairs, n, err);
    for (size_t i = 0; i < n; i++)
        taken[i]->pair = pairs[i];
    return rc;
}

static void *run(void *ctx)
{
    check_queue *const q = ctx;
    check_worker worker = {.checker = q->checker};
    entry *taken[MOST_TOGETHER];
    tr_error err;

    pthread_mutex_lock(&q->lock);
    for (;;) {
        wait_locked(q);
        const size_t n = take_locked(q, taken);
        if (!n && q->ended) break;
        if (!n) continue; /* others have taken them */
        const bool gives_up = q->rc != TR_OK;
        pthread_mutex_unlock(&q->lock);
        const int rc = gives_up ? TR_OK : check(&worker, taken, n, &err);
        pthread_mutex_lock(&q->lock);
        if (rc && !q->rc) {
            q->rc = rc;
            q->err = err;
        }
        for (size_t i = 0; i < n; i++)
            taken[i]->is_checked = true;
        write_locked(q);
    }
    pthread_mutex_unlock(&q->lock);
    check_worker_close(&worker);
    return NULL;
}

/* ---- In ---- */

check_queue *check_queue_start(const checker *c,
                               void (*write)(void *ctx, void *item, const findings *found),
                               void *ctx)
{
    check_queue *const q = checked_malloc(sizeof *q);
    int cause = 0;

    *q = (check_queue){.checker = c, .write = write, .ctx = ctx};
    q->threads = checked_realloc(NULL, (size_t)c->threads, sizeof *q->threads);
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    pthread_mutex_lock(&q->lock);
    while (q->n_threads < (size_t)c->threads && !cause) {
        cause = tr_thread_start(&q->threads[q->n_threads], run, q);
        q->n_threads += !cause;
    }
    pthread_mutex_unlock(&q->lock);
    if (q->n_threads) return q;
    complain("no thread for --check: %s", strerror(cause));
    free(q->threads);
    free(q);
    return NULL;
}

void check_queue_add(check_queue *q, const checked_pair *pair, void *item)
{
    entry *const e = checked_malloc(sizeof *e);

    *e = (entry){.is_checked = !pair, .item = item};
    if (pair) e->pair = *pair;
    pthread_mutex_lock(&q->lock);
    while (q->n_entries >= MOST_WAITING)
        pthread_cond_wait(&q->changed, &q->lock);
    if (q->last) q->last->next = e;
    q->last = e;
    if (!q->first) q->first = e;
    if (!q->untaken) q->untaken = e;
    q->n_entries++;
    q->n_untaken += pair != NULL;
    if (!pair) write_locked(q);
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

int check_queue_end(check_queue *q, tr_error *err)
{
    pthread_mutex_lock(&q->lock);
    q->ended = true;
    pthread_cond_broadcast(&q->changed);
    while (q->n_entries || q->writing)
        pthread_cond_wait(&q->changed, &q->lock);
    pthread_mutex_unlock(&q->lock);
    for (size_t i = 0; i < q->n_threads; i++)
        pthread_join(q->threads[i], NULL);
    const int rc = q->rc;
    *err = q->err;
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q->threads);
    free(q);
    return rc;
}
