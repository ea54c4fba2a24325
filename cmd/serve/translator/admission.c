#include "serve/translator/admission.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/pool.h"
#include "console/alloc.h"
#include "console/clock.h"

enum {
    MOST_LONG = 128,    /* requests of more than a moment, at once */
    ENOUGH = 4096,      /* bytes for each thread that keep it busy */
    UNKNOWN = 10 << 10, /* bytes a second of a thread, where nothing was measured */
};

/* Seconds. */
static const double moment = 0.1, first_window = 0.3, window = 0.5, between_looks = 0.02;

/* Seconds, and the part of a request's time, that it waits at most for a speed that is not known.
 */
static const double least_doubt = 0.7, share_of_doubt = 0.1;

/* Parts of a request's time.  Beside others, a new request may be expected to take the first, and
 * one that was taken before the second: the rest is for what nobody foresees, and for short
 * requests. */
static const double share_of_new = 0.6, share_of_taken = 0.85;

/* Times that work may take of what it has, as far as that is known, before it is given up. */
static const double too_long = 1.5, hopeless = 2;

/* Clients of short requests come again: each takes about half as much as one of long ones, which
 * always has something to do.  How many there are is a mean over a second or so. */
static const double part_of_short = 0.5, memory_of_short = 1;

struct admission {
    model_pool *models;
    double threads;
    pthread_mutex_t lock;
    pthread_cond_t measured;
    admitted *first, **last; /* [n], the first that came first */
    size_t n, n_long;
    double n_short, counted; /* the mean of requests that are not long, and when it was so */
    double window_begun;     /* 0: there is none */
    double looked;
};

admission *admission_create(model_pool *models, int threads)
{
    admission *const a = checked_malloc(sizeof *a);
    pthread_condattr_t clock;

    *a = (admission){.models = models, .threads = threads ? threads : tr_pool_cores()};
    a->last = &a->first;
    pthread_mutex_init(&a->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&a->measured, &clock);
    pthread_condattr_destroy(&clock);
    return a;
}

void admission_free(admission *a)
{
    if (!a) return;
    pthread_cond_destroy(&a->measured);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

/* ---- The speed ----------------------------------------------------------------------------- */

static double bytes_left(const admission *a)
{
    double n = 0;

    for (const admitted *r = a->first; r; r = r->next)
        for (size_t k = 0; k < r->n_work; k++)
            n += r->work[k].left;
    return n;
}

/* True if nothing is known of the speed now. */
static bool is_stale(const admitted *r)
{
    for (size_t k = 0; k < r->n_work; k++)
        if (!model_speed_is_fresh(r->work[k].by)) return true;
    return false;
}

/* True if all speeds were measured since a request was taken. */
static bool is_measured(const admitted *r)
{
    for (size_t k = 0; k < r->n_work; k++)
        if (r->work[k].left > 0 && r->work[k].by->measured <= r->since) return false;
    return true;
}

/* Begins, ends or drops a window of measurement. */
static void look_locked(admission *a)
{
    const double now = clock_seconds();

    if (now - a->looked < between_looks) return;
    a->looked = now;
    if (bytes_left(a) < a->threads * ENOUGH) {
        a->window_begun = 0;
    } else if (a->window_begun <= 0) {
        /* What was begun is not done for a while: it begins when the first of it is. */
        if (model_pool_measure(a->models, 0)) a->window_begun = now;
    } else if (now - a->window_begun >= (is_stale(a->first) ? first_window : window)) {
        model_pool_measure(a->models, now - a->window_begun);
        a->window_begun = now;
        pthread_cond_broadcast(&a->measured);
    }
}

/* ---- The estimate -------------------------------------------------------------------------- */

static double seconds_of(const admission *a, const admitted *r)
{
    double all = 0;

    for (size_t k = 0; k < r->n_work; k++) {
        const double speed = model_speed_bytes(r->work[k].by);
        all += r->work[k].left / (speed > 0 ? speed : a->threads * UNKNOWN);
    }
    return all;
}

static void count_short(admission *a)
{
    const double now = clock_seconds(), n = (double)(a->n - a->n_long);

    a->n_short += (n - a->n_short) * (1 - exp((a->counted - now) / memory_of_short));
    a->counted = now;
}

/* The weight of all clients of short requests, where a client of long requests has 1. */
static double crowd(const admission *a)
{
    return part_of_short * fmax(a->n_short, (double)(a->n - a->n_long) - 1);
}

/* The work of one client, in seconds. */
typedef struct share {
    uint64_t client;
    double all, before; /* before: of the requests that were looked at */
} share;

/* The shares [*n] of all clients. */
static share *shares_of(const admission *a, size_t *n)
{
    share *const shares = checked_realloc(NULL, a->n + 1, sizeof *shares);

    *n = 0;
    for (const admitted *r = a->first; r; r = r->next) {
        size_t i = 0;
        while (i < *n && shares[i].client != r->client)
            i++;
        if (i == *n) shares[(*n)++] = (share){.client = r->client};
        shares[i].all += seconds_of(a, r);
    }
    return shares;
}

/* Seconds until a client has had so much of its work done: each other has had as much, or all of
 * its own. */
static double time_of(const share *shares, size_t n, double done)
{
    double all = 0;

    for (size_t i = 0; i < n; i++)
        all += shares[i].all < done ? shares[i].all : done;
    return all;
}

static double remaining(const admitted *r, double now)
{
    return r->deadline > 0 ? r->deadline - now : INFINITY;
}

/* True if no request that was taken before would be late by the last one of the list, whose share
 * is `mine`.  Some may be late without it. */
static bool delays_none(const admission *a, share *shares, size_t n, share *mine,
                        const admitted *last, double now)
{
    const double all = mine->all, without = all - seconds_of(a, last);

    for (const admitted *r = a->first; r != last; r = r->next) {
        const double most = share_of_taken * remaining(r, now);
        size_t i = 0;
        while (shares[i].client != r->client)
            i++;
        shares[i].before += seconds_of(a, r);
        mine->all = all;
        if (time_of(shares, n, shares[i].before) <= most) continue;
        mine->all = without;
        if (time_of(shares, n, shares[i].before) <= most) return false;
    }
    return true;
}

/* What is to be done with the last request of the list. */
static enum admission_answer judge(const admission *a, const admitted *last, double *wait)
{
    const double now = clock_seconds(), own = seconds_of(a, last), most = remaining(last, now);
    size_t n, i = 0;

    share *const shares = shares_of(a, &n);
    while (shares[i].client != last->client)
        i++;
    const bool is_long = own > moment;
    const double needed = time_of(shares, n, shares[i].all) + (is_long ? crowd(a) * own : 0);
    const bool alone = !a->n_long;
    bool fits = needed <= (is_long && !alone ? share_of_new : 1) * most;
    if (fits && is_long)
        fits = a->n_long < MOST_LONG && delays_none(a, shares, n, &shares[i], last, now);
    free(shares);
    *wait = fmax(1, needed / share_of_new - most);
    if (fits) return ADMISSION_TAKEN;
    return own > (alone ? 1 : too_long) * most ? ADMISSION_TOO_LONG : ADMISSION_BUSY;
}

/* ---- Requests ------------------------------------------------------------------------------ */

static void append(admission *a, admitted *r)
{
    r->next = NULL;
    r->here = a->last;
    *a->last = r;
    a->last = &r->next;
    a->n++;
}

static void drop(admission *a, admitted *r)
{
    *r->here = r->next;
    if (r->next)
        r->next->here = r->here;
    else
        a->last = r->here;
    r->here = NULL;
    a->n--;
}

static struct timespec time_after(double seconds)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += (long)(1e9 * seconds);
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Waits until the speed is known, while others of unknown speed are worked on. */
static void await_speed_locked(admission *a, const admitted *r)
{
    const double begun = clock_seconds(),
                 longest = fmax(least_doubt, share_of_doubt * remaining(r, begun));

    while (is_stale(r) && bytes_left(a) > a->threads * ENOUGH &&
           clock_seconds() - begun < longest) {
        const struct timespec soon = time_after(2 * between_looks);
        pthread_cond_timedwait(&a->measured, &a->lock, &soon);
        look_locked(a);
    }
}

void admission_add(admitted *r, model_speed *by, size_t bytes)
{
    size_t k = 0;

    while (k < r->n_work && r->work[k].by != by)
        k++;
    if (k == ADMISSION_MODELS) k = 0; /* as if it were the first one's */
    if (k == r->n_work) {
        r->work[k].by = by;
        r->work[k].left = 0;
        r->n_work++;
    }
    r->work[k].left += (double)bytes;
}

enum admission_answer admission_enter(admission *a, admitted *r, double *wait)
{
    *wait = 0;
    pthread_mutex_lock(&a->lock);
    count_short(a);
    double size = 0;
    for (size_t k = 0; k < r->n_work; k++)
        size += r->work[k].left;
    const bool has_limit = r->deadline > 0;
    if (has_limit && is_stale(r) && size > ENOUGH) await_speed_locked(a, r);
    if (seconds_of(a, r) > moment) r->client = ~r->client;
    append(a, r);
    /* The first long one shows the speed. */
    enum admission_answer answer = ADMISSION_TAKEN;
    r->is_blind = !a->n_long && is_stale(r);
    r->since = clock_seconds();
    if (has_limit && !r->is_blind) answer = judge(a, r, wait);
    if (answer != ADMISSION_TAKEN) drop(a, r);
    r->is_long = answer == ADMISSION_TAKEN && seconds_of(a, r) > moment;
    a->n_long += r->is_long;
    pthread_mutex_unlock(&a->lock);
    return answer;
}

bool admission_did(admission *a, admitted *r, const model_speed *by, double bytes)
{
    pthread_mutex_lock(&a->lock);
    for (size_t k = 0; k < r->n_work; k++)
        if (r->work[k].by == by) r->work[k].left = fmax(0, r->work[k].left - bytes);
    look_locked(a);
    const bool hope = !r->is_blind || !is_measured(r) ||
                      seconds_of(a, r) < hopeless * remaining(r, clock_seconds());
    pthread_mutex_unlock(&a->lock);
    return hope;
}

void admission_leave(admission *a, admitted *r)
{
    pthread_mutex_lock(&a->lock);
    count_short(a);
    if (r->here) drop(a, r);
    a->n_long -= r->is_long;
    r->is_long = false;
    pthread_mutex_unlock(&a->lock);
}

void admission_count(admission *a, size_t *n, double *seconds)
{
    pthread_mutex_lock(&a->lock);
    *n = a->n;
    *seconds = 0;
    for (const admitted *r = a->first; r; r = r->next)
        *seconds += seconds_of(a, r);
    pthread_mutex_unlock(&a->lock);
}
