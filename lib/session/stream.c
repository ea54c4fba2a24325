/*
 * stream.c - lines in, translations out: in parallel, in order.
 *
 * The caller's thread reads.  Every worker has a session of its own and takes sentences whenever
 * its batch has room, so that a slow input is served line by line and a fast one in full batches.
 * Whoever completes the oldest line writes it and those behind it that are complete.
 *
 * A worker that finds no sentence helps those that have some (team.h): a single line is translated
 * by all threads together.
 *
 * One lock guards the queues and is never held while reading, translating or writing: a worker
 * that has finished never waits for input, nor for another's output.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "session/session.h"
#include "base/team.h"

enum {
    READ_SIZE = 1 << 16,
    MAX_BYTES_IN_FLIGHT = 4 << 20, /* of source text; one line may have more */
    MAX_JOINING = 8, /* sentences a worker takes before its next step: others want some */
};

typedef struct stream {
    const tr_model *model;
    const tr_options *options;
    const tr_stream_io *io;
    tr_pool *pool;
    tr_session *first_session; /* for the worker that starts first; under the lock */

    pthread_mutex_t lock;
    pthread_cond_t work;                /* there is something to do, or nothing ever again */
    pthread_cond_t space;               /* a line has left */
    tr_line *first, *last;              /* all lines not written yet, in order */
    tr_line *raw;                       /* the first of them that is not prepared */
    tr_segment *ready, **ready_end;     /* prepared, and not taken by a worker */
    size_t n_lines, n_bytes, max_lines; /* in flight */
    int n_waiting;                      /* workers without work */
    tr_team team;
    /* Helpers look at these without the lock, under which they change. */
    atomic_int leaders;     /* workers that have sentences */
    atomic_int n_writing;   /* of them, those that may wait for the output: at most one */
    atomic_int n_preparing; /* lines that are becoming segments */
    atomic_uint calls;      /* to look for work, or to end, so far */
    bool ended, writing;
    int status; /* of the first failure */
    tr_error error;
    tr_stream_stats stats;
} stream;

/* What one worker keeps. */
typedef struct worker {
    stream *st;
    tr_session *session; /* from its first sentence on */
    bool leads;          /* has sentences */
    unsigned calls;      /* of the stream, when it last looked for work */
} worker;

/* Lets all workers see that there may be nothing to do ever again.  Under the lock. */
static void call_all(stream *st)
{
    st->calls++;
    pthread_cond_broadcast(&st->work);
}

/* Remembers the first failure and lets everybody go.  Under the lock. */
static void stop(stream *st, int status, const tr_error *error)
{
    if (!st->status) {
        st->status = status;
        if (error) st->error = *error;
    }
    call_all(st);
    pthread_cond_broadcast(&st->space);
}

static void stop_locked(stream *st, int status, const tr_error *error)
{
    pthread_mutex_lock(&st->lock);
    stop(st, status, error);
    pthread_mutex_unlock(&st->lock);
}

/* ---- Output ---- */

static void count(tr_stream_stats *stats, const tr_line *line)
{
    const tr_translation *r = &line->result;
    stats->lines++;
    stats->failed_lines += r->status != 0;
    stats->repaired_lines += r->n_repaired != 0;
    for (const tr_segment *s = line->segments; s; s = s->next)
        stats->sentences++;
    stats->retried += r->n_retried;
    stats->improved += r->n_improved;
    stats->source_tokens += r->n_source_tokens;
    stats->target_tokens += r->hypotheses[0].n_tokens;
}

/* Hands a line to the callback; whether that refused it.  Helpers that go to sleep meanwhile, since
 * it may take long, are woken.  Under the lock, which is let go. */
static bool write_line(const worker *w, const tr_line *line)
{
    stream *st = w->st;
    const int n_waiting = st->n_waiting;

    st->n_writing = w->leads;
    pthread_mutex_unlock(&st->lock);
    const int refused = st->io->write(st->io->ctx, &line->result);
    pthread_mutex_lock(&st->lock);
    st->n_writing = 0;
    if (st->n_waiting > n_waiting) pthread_cond_broadcast(&st->work);
    return refused != 0;
}

/* Writes the lines that are complete and have none before them.  Under the lock, which is let go
 * meanwhile. */
static void write_lines(const worker *w)
{
    stream *st = w->st;

    if (st->writing) return;
    st->writing = true;
    while (st->first && st->first->done && !st->status) {
        tr_line *line = st->first;
        const bool refused = write_line(w, line);
        count(&st->stats, line);
        st->first = line->next;
        if (!st->first) st->last = NULL;
        st->n_lines--;
        st->n_bytes -= line->size;
        tr_line_free(line);
        if (refused) {
            tr_error e;
            tr_fail(&e, TR_ESTOPPED, "the output was stopped");
            stop(st, TR_ESTOPPED, &e);
        }
        pthread_cond_signal(&st->space);
    }
    st->writing = false;
}

/* Completes a line that has no segment pending, and writes what can be written. */
static void complete(worker *w, tr_line *line)
{
    stream *st = w->st;
    tr_error e;
    const int rc = tr_line_finish(line, &w->session->tools, &e);

    pthread_mutex_lock(&st->lock);
    if (rc < 0) stop(st, rc, &e);
    line->done = rc == 0;
    write_lines(w);
    pthread_mutex_unlock(&st->lock);
}

/* ---- Work ---- */

static bool somebody_works(stream *st)
{
    return atomic_load(&st->leaders) > atomic_load(&st->n_writing) || atomic_load(&st->n_preparing);
}

/* Under the lock. */
static bool work_may_come(stream *st)
{
    return !st->ended || st->leaders || st->n_preparing;
}

/* Wakes a worker for new work, or starts one if all are busy.  When nothing else is at work, all
 * are woken: those who find none will help.  Under the lock. */
static void call_worker(stream *st)
{
    tr_error e;
    st->calls++;
    if (st->n_waiting && !st->leaders && !st->n_preparing)
        pthread_cond_broadcast(&st->work);
    else if (st->n_waiting)
        pthread_cond_signal(&st->work);
    else if (!tr_pool_add(st->pool) && tr_pool_size(st->pool) == 0)
        stop(st, tr_fail(&e, TR_ENOMEM, "cannot start a thread"), &e);
}

/* A line of many sentences is work for several.  Under the lock. */
static void queue_segments(stream *st, const tr_line *line)
{
    size_t n = 0;
    for (tr_segment *s = line->segments; s; s = s->next) {
        *st->ready_end = s;
        st->ready_end = &s->queued;
        if (n++ % MAX_JOINING == MAX_JOINING - 1) call_worker(st);
    }
}

/* Makes the oldest raw line's segments.  Under the lock, which is let go meanwhile. */
static void prepare(worker *w)
{
    stream *st = w->st;
    tr_line *line = st->raw;
    tr_error e;

    st->raw = line->next;
    st->n_preparing++;
    pthread_mutex_unlock(&st->lock);
    const int rc = tr_line_prepare(line, &w->session->tools, &e);
    pthread_mutex_lock(&st->lock);
    st->n_preparing--;
    if (rc < 0) stop(st, rc, &e);
    if (rc == 0) queue_segments(st, line);
    if (!work_may_come(st)) call_all(st);
    if (rc == 0 && line->n_pending == 0) {
        pthread_mutex_unlock(&st->lock);
        complete(w, line);
        pthread_mutex_lock(&st->lock);
    }
}

/* The session that is there already, or one more.  Under the lock, which is let go meanwhile. */
static void get_session(worker *w)
{
    stream *st = w->st;
    tr_error e;
    int rc = 0;

    w->session = st->first_session;
    st->first_session = NULL;
    if (!w->session) {
        pthread_mutex_unlock(&st->lock);
        rc = tr_session_create(&w->session, st->model, st->options, &e);
        pthread_mutex_lock(&st->lock);
    }
    if (rc < 0)
        stop(st, rc, &e);
    else
        w->session->batch.compute.team = &st->team;
}

static bool called(void *ctx)
{
    const worker *w = ctx;
    return atomic_load(&w->st->calls) != w->calls;
}

static bool done_helping(void *ctx)
{
    const worker *w = ctx;
    return called(ctx) || !somebody_works(w->st);
}

static bool done_lingering(void *ctx)
{
    const worker *w = ctx;
    return called(ctx) || somebody_works(w->st);
}

/* Passes the time until there may be work.  A thread does not sleep at once: to wake it takes a
 * good part of a short sentence's time.  Under the lock, which is let go meanwhile. */
static void help_or_sleep(worker *w)
{
    stream *st = w->st;

    w->calls = st->calls;
    pthread_mutex_unlock(&st->lock);
    const bool crowded = somebody_works(st) && !tr_team_help(&st->team, done_helping, w);
    if (!crowded) tr_team_linger(done_lingering, w);
    pthread_mutex_lock(&st->lock);
    if (called(w) || (!crowded && somebody_works(st)) || !work_may_come(st)) return;
    st->n_waiting++;
    pthread_cond_wait(&st->work, &st->lock);
    st->n_waiting--;
}

/* Whoever has sentences calls others, who help if there is nothing else for them.  Under the
 * lock. */
static void lead(worker *w, bool leads)
{
    stream *st = w->st;
    if (leads && !st->ready && !st->raw)
        for (int i = 1; i < TR_TEAM_MOST; i++)
            if (!st->n_waiting) tr_pool_add(st->pool);
    if (leads == w->leads) return;
    w->leads = leads;
    st->leaders += leads ? 1 : -1;
    if (leads && st->n_waiting) pthread_cond_broadcast(&st->work);
    if (!work_may_come(st)) call_all(st);
}

static void stop_leading(worker *w)
{
    tr_team_lead(&w->st->team, false);
    pthread_mutex_lock(&w->st->lock);
    lead(w, false);
    pthread_mutex_unlock(&w->st->lock);
}

/* Adds the next sentence to the worker's batch; false when there is none that fits.  `wait`: only
 * when there is none ever again. */
static bool take(worker *w, bool wait)
{
    stream *st = w->st;
    bool added = false;

    pthread_mutex_lock(&st->lock);
    while (!st->status && !added) {
        if ((st->ready || st->raw) && !w->session) {
            get_session(w);
        } else if (st->ready) {
            added = tr_batch_add(&w->session->batch, &st->ready->task);
            if (!added) {
                call_worker(st); /* one with room, if any */
                break;
            }
            st->ready = st->ready->queued;
            if (!st->ready) st->ready_end = &st->ready;
            lead(w, true);
        } else if (st->raw) {
            prepare(w);
        } else if (wait && work_may_come(st)) {
            help_or_sleep(w);
        } else {
            break;
        }
    }
    pthread_mutex_unlock(&st->lock);
    return added;
}

static bool take_result(void *ctx, tr_task *task, const tr_beam *beam)
{
    worker *w = ctx;
    tr_segment *segment = (tr_segment *)task;
    tr_line *line = segment->line;

    /* Other workers may hold other segments of the line. */
    pthread_mutex_lock(&w->st->lock);
    const bool again = tr_line_take(segment, &w->session->tools, &w->session->batch, beam);
    const bool last = !again && --line->n_pending == 0;
    pthread_mutex_unlock(&w->st->lock);
    if (last) complete(w, line);
    return again;
}

/* There is more than one worker takes at once. */
static void call_another(stream *st)
{
    pthread_mutex_lock(&st->lock);
    if (st->ready || st->raw) call_worker(st);
    pthread_mutex_unlock(&st->lock);
}

static bool stopped(stream *st)
{
    pthread_mutex_lock(&st->lock);
    const bool yes = st->status != 0;
    pthread_mutex_unlock(&st->lock);
    return yes;
}

static void work(void *ctx)
{
    worker w = {.st = ctx};
    for (;;) {
        const bool led = w.leads;
        int n = 0;
        while (n < MAX_JOINING && take(&w, !w.leads))
            n++;
        if (!w.leads || stopped(w.st)) break;
        if (n == MAX_JOINING) call_another(w.st);
        if (!led) tr_team_lead(&w.st->team, true);
        tr_batch_step(&w.session->batch, take_result, &w);
        if (w.session->batch.n_active == 0) stop_leading(&w);
    }
    pthread_mutex_lock(&w.st->lock);
    lead(&w, false);
    if (w.session) w.st->stats.cache_bytes += tr_kvcache_used(&w.session->batch.cache);
    pthread_mutex_unlock(&w.st->lock);
    tr_session_free(w.session);
}

/* ---- Input ---- */

/* Queues a line, once there is room, and starts another worker if all are busy.  False when the
 * stream has stopped. */
static bool push(stream *st, const char *bytes, size_t len, size_t number)
{
    tr_line *line = tr_line_create(bytes, len, number);
    tr_error e;

    pthread_mutex_lock(&st->lock);
    while (!st->status && st->n_lines &&
           (st->n_lines >= st->max_lines || st->n_bytes + len > MAX_BYTES_IN_FLIGHT))
        pthread_cond_wait(&st->space, &st->lock);
    if (!line) stop(st, tr_fail_memory(&e), &e);
    if (st->status) {
        pthread_mutex_unlock(&st->lock);
        tr_line_free(line);
        return false;
    }
    if (st->last)
        st->last->next = line;
    else
        st->first = line;
    st->last = line;
    if (!st->raw) st->raw = line;
    st->n_lines++;
    st->n_bytes += line->size;
    call_worker(st);
    pthread_mutex_unlock(&st->lock);
    return true;
}

/* Queues the lines that end in `bytes`; what is left over stays in `partial`. */
static bool push_lines(stream *st, tr_buf *partial, const char *bytes, size_t n, size_t *number)
{
    while (n) {
        const char *end = memchr(bytes, '\n', n);
        const size_t len = end ? (size_t)(end - bytes) + 1 : n;
        if (end && partial->len == 0) {
            if (!push(st, bytes, len, ++*number)) return false;
        } else {
            tr_buf_add(partial, bytes, len);
            if (end && !partial->failed) {
                if (!push(st, partial->data, partial->len, ++*number)) return false;
                tr_buf_clear(partial);
            }
        }
        bytes += len;
        n -= len;
    }
    if (!partial->failed) return true;
    tr_error e;
    stop_locked(st, tr_fail_memory(&e), &e);
    return false;
}

static void read_all(stream *st)
{
    tr_buf partial = {0};
    size_t number = 0;
    char *bytes = malloc(READ_SIZE);
    tr_error e;

    if (!bytes) stop_locked(st, tr_fail_memory(&e), &e);
    while (bytes && !stopped(st)) {
        const ptrdiff_t n = st->io->read(st->io->ctx, bytes, READ_SIZE);
        if (n < 0) stop_locked(st, tr_fail(&e, TR_ESTOPPED, "the input was stopped"), &e);
        if (n <= 0 || !push_lines(st, &partial, bytes, (size_t)n, &number)) break;
    }
    if (partial.len && !stopped(st)) push(st, partial.data, partial.len, ++number);
    free(bytes);
    tr_buf_free(&partial);
    pthread_mutex_lock(&st->lock);
    st->ended = true;
    call_all(st);
    pthread_mutex_unlock(&st->lock);
}

static void free_lines(stream *st)
{
    while (st->first) {
        tr_line *line = st->first;
        st->first = line->next;
        tr_line_free(line);
    }
}

int tr_translate_stream(const tr_model *model, const tr_options *options, const tr_stream_io *io,
                        tr_stream_stats *stats, tr_error *err)
{
    const int n_threads = options->threads > 0 ? options->threads : tr_pool_cores();
    stream st = {.model = model, .options = options, .io = io};
    /* Before anything is read: what is wrong with the model or the options shows here. */
    const int rc = tr_session_create(&st.first_session, model, options, err);

    if (rc < 0) return rc;
    st.ready_end = &st.ready;
    const size_t batch_tokens = tr_options_batch_tokens(options, tr_model_nmt(model));
    st.max_lines = 64 + batch_tokens / 2 * (size_t)n_threads;
    st.pool = tr_pool_create(n_threads, work, &st);
    if (!st.pool) {
        tr_session_free(st.first_session);
        return tr_fail_memory(err);
    }
    pthread_mutex_init(&st.lock, NULL);
    pthread_cond_init(&st.work, NULL);
    pthread_cond_init(&st.space, NULL);

    read_all(&st);
    tr_pool_join(st.pool);

    free_lines(&st);
    tr_session_free(st.first_session);
    pthread_cond_destroy(&st.space);
    pthread_cond_destroy(&st.work);
    pthread_mutex_destroy(&st.lock);
    if (stats) *stats = st.stats;
    if (st.status && err) *err = st.error;
    return st.status;
}
