#include "serve/call/file_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "serve/call/keys.h"
#include "serve/call/random_digits.h"
#include "serve/translator/handler_pool.h"

/* A client has half of each at most. */
enum { MOST_FILES = 256, MOST_BYTES = 256 << 20, MOST_AWAITING = 16 };

typedef struct stored_file {
    handler_task task; /* first: a task is its file */
    file_store *of;
    file_name name;
    char *title; /* NULL: it has none */
    file_work work;
    enum file_state state;
    double since;    /* it is in this state */
    double progress; /* 0 to 1 */
    char *bytes;     /* [len], when it is done */
    size_t len;
    char message[256];
    translator_cancellation cancellation;
    struct stored_file *next;
} stored_file;

struct file_store {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a file is over */
    handler_pool *pool;
    stored_file *first;
    int n_awaiting;
    bool ends;
};

/* ---- Names --------------------------------------------------------------------------------- */

static stored_file **find_locked(file_store *s, const char *id, const char *secret)
{
    stored_file **at = &s->first;

    while (*at && !keys_is_secret(id, (*at)->name.id))
        at = &(*at)->next;
    return *at && (!secret || keys_is_secret(secret, (*at)->name.secret)) ? at : NULL;
}

/* ---- Files --------------------------------------------------------------------------------- */

static void free_file(stored_file *f)
{
    translator_cancellation_free(&f->cancellation);
    free(f->title);
    free(f->bytes);
    free(f);
}

static void remove_locked(stored_file **at)
{
    stored_file *const f = *at;
    *at = f->next;
    free_file(f);
}

static bool is_over(const stored_file *f)
{
    return f->state == FILE_DONE || f->state == FILE_FAILED;
}

static void enter(stored_file *f, enum file_state state)
{
    f->state = state;
    f->since = clock_seconds();
}

/* What a file needs: of one that is being made, its source and as much again. */
static size_t size_of(const stored_file *f)
{
    return is_over(f) ? f->len : 2 * f->work.size;
}

static enum files_result has_room_locked(const file_store *s, uint64_t client, size_t size)
{
    size_t n = 0, mine = 0, bytes = size, my_bytes = size;

    for (const stored_file *f = s->first; f; f = f->next) {
        const bool is_mine = f->work.client == client;
        n++;
        mine += is_mine;
        bytes += size_of(f);
        my_bytes += is_mine ? size_of(f) : 0;
    }
    if (n >= MOST_FILES || bytes > MOST_BYTES) return FILES_FULL;
    return mine >= MOST_FILES / 2 || my_bytes > MOST_BYTES / 2 ? FILES_OF_CLIENT : FILES_OK;
}

static stored_file *make_file(file_store *s, const file_work *work)
{
    stored_file *const f = checked_malloc(sizeof *f);

    *f = (stored_file){.of = s, .work = *work};
    translator_cancellation_init(&f->cancellation);
    if (random_digits(f->name.id, 32) && random_digits(f->name.secret, 64)) return f;
    free_file(f);
    return NULL;
}

static void add_locked(file_store *s, stored_file *f)
{
    f->next = s->first;
    s->first = f;
}

/* ---- Work ---------------------------------------------------------------------------------- */

static int note_progress(void *ctx, double done)
{
    stored_file *const f = ctx;

    pthread_mutex_lock(&f->of->lock);
    f->progress = done;
    pthread_mutex_unlock(&f->of->lock);
    return 0;
}

/* A file that is worked on stays in the store. */
static void run(void *ctx, handler_task *task)
{
    file_store *const s = ctx;
    stored_file *const f = (stored_file *)task;
    char *bytes = NULL;
    size_t len = 0;

    pthread_mutex_lock(&s->lock);
    enter(f, FILE_WORKING);
    const bool ends = s->ends;
    pthread_mutex_unlock(&s->lock);
    const enum translator_status status =
        ends ? TRANSLATOR_GONE
             : f->work.run(f->work.ctx, &f->cancellation, note_progress, f, &bytes, &len,
                           f->message);
    f->work.end(f->work.ctx);
    pthread_mutex_lock(&s->lock);
    f->bytes = bytes;
    f->len = len;
    enter(f, status == TRANSLATOR_OK ? FILE_DONE : FILE_FAILED);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

enum files_result files_begin(file_store *s, const file_work *work, file_name *name)
{
    stored_file *const f = make_file(s, work);
    enum files_result result = FILES_FULL;

    pthread_mutex_lock(&s->lock);
    if (f && !s->ends) result = has_room_locked(s, work->client, 2 * work->size);
    if (result == FILES_OK) {
        enter(f, FILE_WAITING);
        *name = f->name;
        if (handler_pool_add(s->pool, &f->task, MOST_FILES))
            add_locked(s, f);
        else
            result = FILES_FULL;
    }
    pthread_mutex_unlock(&s->lock);
    if (result == FILES_OK) return result;
    work->end(work->ctx);
    if (f) free_file(f);
    return result;
}

enum files_result files_keep(file_store *s, uint64_t client, const char *title, char *bytes,
                             size_t len, file_name *name)
{
    stored_file *const f = make_file(s, &(file_work){.client = client});
    enum files_result result = FILES_FULL;

    if (!f) {
        free(bytes);
        return result;
    }
    f->title = checked_format("%s", title);
    f->bytes = bytes;
    f->len = len;
    enter(f, FILE_DONE);
    *name = f->name;
    pthread_mutex_lock(&s->lock);
    result = has_room_locked(s, client, len);
    if (result == FILES_OK) add_locked(s, f);
    pthread_mutex_unlock(&s->lock);
    if (result != FILES_OK) free_file(f);
    return result;
}

/* ---- Looking and taking -------------------------------------------------------------------- */

/* By how long it has taken so far. */
static int guess_seconds(const stored_file *f)
{
    const double gone = clock_seconds() - f->since;
    const double left = f->progress > 0.01 ? gone / f->progress - gone : gone + 1;
    return left < FILES_SECONDS ? (int)left + 1 : FILES_SECONDS;
}

bool files_look(file_store *s, const char *id, const char *secret, file_status *status)
{
    pthread_mutex_lock(&s->lock);
    stored_file **const at = find_locked(s, id, secret);
    if (at) {
        const stored_file *const f = *at;
        *status = (file_status){.state = f->state,
                                .characters = f->work.characters,
                                .progress = f->progress,
                                .seconds_left = is_over(f) ? 0 : guess_seconds(f)};
        if (f->state == FILE_FAILED) memcpy(status->message, f->message, sizeof f->message);
    }
    pthread_mutex_unlock(&s->lock);
    return at != NULL;
}

static bool is_awaited_locked(file_store *s, const char *id, const char *secret)
{
    stored_file **const at = find_locked(s, id, secret);
    return at && !is_over(*at) && !s->ends;
}

void files_await(file_store *s, const char *id, const char *secret, double seconds)
{
    const double end = clock_seconds() + seconds;
    const struct timespec until = {.tv_sec = (time_t)end,
                                   .tv_nsec = (long)(1e9 * (end - (double)(time_t)end))};
    int rc = 0;

    pthread_mutex_lock(&s->lock);
    if (s->n_awaiting < MOST_AWAITING) {
        s->n_awaiting++;
        while (rc == 0 && is_awaited_locked(s, id, secret))
            rc = pthread_cond_timedwait(&s->changed, &s->lock, &until);
        s->n_awaiting--;
    }
    pthread_mutex_unlock(&s->lock);
}

char *files_take(file_store *s, const char *id, const char *secret, size_t *len)
{
    char *bytes = NULL;

    pthread_mutex_lock(&s->lock);
    stored_file **const at = find_locked(s, id, secret);
    if (at && (*at)->state == FILE_DONE) {
        bytes = (*at)->bytes;
        *len = (*at)->len;
        (*at)->bytes = NULL;
        remove_locked(at);
    }
    pthread_mutex_unlock(&s->lock);
    return bytes;
}

char *files_copy(file_store *s, const char *id, const char *title, size_t *len)
{
    char *bytes = NULL;

    pthread_mutex_lock(&s->lock);
    stored_file **const at = find_locked(s, id, NULL);
    if (at && (*at)->title && !strcmp((*at)->title, title)) {
        *len = (*at)->len;
        bytes = checked_copy((*at)->bytes, *len);
    }
    pthread_mutex_unlock(&s->lock);
    return bytes;
}

/* ---- The store ----------------------------------------------------------------------------- */

file_store *files_open(void)
{
    file_store *const s = checked_malloc(sizeof *s);
    pthread_condattr_t clock;

    *s = (file_store){0};
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &clock);
    pthread_condattr_destroy(&clock);
    s->pool = handler_pool_open(FILES_AT_ONCE, run, s);
    return s;
}

void files_close(file_store *s)
{
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->ends = true;
    for (stored_file *f = s->first; f; f = f->next)
        translator_cancel(&f->cancellation);
    pthread_mutex_unlock(&s->lock);
    handler_pool_close(s->pool);
    while (s->first)
        remove_locked(&s->first);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void files_tidy(file_store *s)
{
    const double now = clock_seconds();

    pthread_mutex_lock(&s->lock);
    for (stored_file **at = &s->first; *at;) {
        if (is_over(*at) && now - (*at)->since > FILES_SECONDS)
            remove_locked(at);
        else
            at = &(*at)->next;
    }
    pthread_mutex_unlock(&s->lock);
}

bool files_are_busy(file_store *s)
{
    bool busy = false;

    pthread_mutex_lock(&s->lock);
    for (const stored_file *f = s->first; f; f = f->next)
        busy = busy || !is_over(f);
    pthread_mutex_unlock(&s->lock);
    return busy;
}
