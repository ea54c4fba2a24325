/*
 * stream.c - lines in, translations out: in parallel, in order.
 *
 * The caller's thread reads lines into a queue (queue.h).  Workers (crew.h) take lines and
 * sentences from it.  Every worker has a session of its own, and takes sentences whenever its batch
 * has room: so a slow input is served line by line, a fast input in full batches.  The worker that
 * completes the oldest line writes this line, and the lines after it that are complete.
 *
 * A worker that finds no sentence helps those that have some: a single line is translated by all
 * threads together.
 *
 * There is one lock, the queue's.  A worker that has finished a line never waits for the input, nor
 * for another worker's output.
 */
#include "session/crew.h"
#include "session/queue.h"
#include "session/repeats.h"
#include "session/session.h"
#include "session/stream_input.h"
#include "setup/options.h"

enum {
    MAX_JOINING = 8, /* sentences that a worker takes before its next step: others want some */
};

typedef struct stream {
    const tr_model *model;
    const tr_options *options;
    const tr_stream_io *io;
    tr_queue queue;
    tr_repeats repeats;
    tr_crew crew;
    tr_session *first_session; /* for the worker that starts first; under the lock */
    bool writing;              /* a worker has the output; under the lock */
    tr_stream_stats stats;     /* the writer's, but cache_bytes: under the lock */
} stream;

typedef struct worker {
    stream *st;
    tr_session *session; /* from its first sentence on */
    tr_member member;
} worker;

static void lock(stream *st)
{
    pthread_mutex_lock(&st->queue.lock);
}

static void unlock(stream *st)
{
    pthread_mutex_unlock(&st->queue.lock);
}

/* Remembers the first failure and lets everybody go. */
static void stop_locked(stream *st, int status, const tr_error *error)
{
    tr_queue_stop_locked(&st->queue, status, error);
    tr_crew_call_all_locked(&st->crew);
}

static void stop(stream *st, int status, const tr_error *error)
{
    lock(st);
    stop_locked(st, status, error);
    unlock(st);
}

static void call_worker_locked(stream *st)
{
    tr_error e;
    if (!tr_crew_call_locked(&st->crew))
        stop_locked(st, tr_fail(&e, TR_ENOMEM, "cannot start a thread"), &e);
}

/* ---- Output ---- */

static void count_result(tr_stream_stats *stats, const tr_line *line)
{
    if (line->place.original) line = line->place.original;
    const tr_translation *r = &line->result;
    stats->lines++;
    stats->failed_lines += r->status != 0;
    stats->repaired_lines += r->n_repaired != 0;
    for (const tr_sentence *s = line->sentences; s; s = s->next)
        stats->sentences++;
    stats->retried += r->n_retried;
    stats->improved += r->n_improved;
    stats->lost += r->n_lost;
    stats->terms += r->n_terms;
    stats->terms_placed += r->n_terms_placed;
    stats->terms_missing += r->n_terms_missing;
    stats->source_tokens += r->n_source_tokens;
    stats->target_tokens += r->hypotheses[0].n_tokens;
}

static void write_done_line(stream *st, const tr_line *line)
{
    tr_error e;
    const tr_translation result = tr_repeats_result(line);
    const bool refused = st->io->write(st->io->ctx, &result) != 0;
    count_result(&st->stats, line);
    if (refused) stop(st, tr_fail(&e, TR_ESTOPPED, "the output was stopped"), &e);
}

/* Writes the lines that are done and have none before them; the lock is let go meanwhile.  Who
 * finds another one at it leaves its own line to that one. */
static void write_lines_locked(stream *st, const tr_member *member)
{
    tr_line *line;

    if (st->writing) return;
    st->writing = true;
    while (!st->queue.status && (line = tr_queue_take_done_locked(&st->queue))) {
        const size_t size = line->size;
        const int begun = tr_crew_begin_writing_locked(member);
        unlock(st);
        write_done_line(st, line);
        lock(st);
        tr_crew_end_writing_locked(member, begun);
        tr_repeats_leave_locked(&st->repeats, line);
        tr_queue_give_room_locked(&st->queue, size);
    }
    st->writing = false;
}

/* Queues the sentences of a line that were made with result `rc`, *e; returns how many.  Many
 * sentences are work for several workers. */
static size_t add_sentences_locked(worker *w, tr_line *line, int rc, const tr_error *e)
{
    stream *st = w->st;
    if (rc < 0) stop_locked(st, rc, e);
    const size_t n = rc < 0 ? 0 : tr_queue_add_sentences_locked(&st->queue, line);
    for (size_t i = 0; i < n / MAX_JOINING; i++)
        call_worker_locked(st);
    return n;
}

/* Completes a line whose sentences all have their results, and writes what can be written; or has
 * those sentences translated again that lost placeholders. */
static void complete(worker *w, tr_line *line)
{
    stream *st = w->st;
    tr_error e;
    int rc = tr_session_again(w->session, line, &e);

    lock(st);
    const size_t n = add_sentences_locked(w, line, rc, &e);
    unlock(st);
    if (rc < 0 || n > 0) return;
    rc = tr_session_finish(w->session, line, &e);

    lock(st);
    if (rc < 0) stop_locked(st, rc, &e);
    line->place.done = rc == 0;
    write_lines_locked(st, &w->member);
    unlock(st);
}

static bool take_sentence_result(void *ctx, tr_task *task, const tr_beam *beam)
{
    worker *w = ctx;
    tr_sentence *sentence = (tr_sentence *)task;
    tr_line *line = sentence->line;
    const bool again = tr_session_take(w->session, sentence, beam);

    if (!again && tr_queue_complete_sentence(&w->st->queue, line)) complete(w, line);
    return again;
}

/* ---- Work ---- */

/* The next work for a worker. */
enum job { NO_JOB, OPEN_SESSION, PREPARE_LINE, TRANSLATE_SENTENCE };

/* Finds the next thing to do, and takes the line or the sentence.  NO_JOB: there is none now, or,
 * with `wait`, none ever again. */
static enum job next_job(worker *w, bool wait, tr_line **line, tr_sentence **sentence)
{
    tr_queue *q = &w->st->queue;
    enum job job = NO_JOB;

    lock(w->st);
    while (wait && !q->status && !tr_queue_has_work_locked(q) &&
           tr_crew_expects_work_locked(w->member.crew))
        tr_crew_rest_locked(&w->member);
    if (!q->status && tr_queue_has_work_locked(q)) {
        if (!w->session) {
            job = OPEN_SESSION;
        } else if ((*sentence = tr_queue_take_sentence_locked(q))) {
            job = TRANSLATE_SENTENCE;
            tr_crew_lead_locked(&w->member, true, !tr_queue_has_work_locked(q));
        } else {
            job = PREPARE_LINE;
            *line = tr_queue_take_raw_locked(q);
            tr_crew_prepare_locked(w->member.crew, 1);
        }
    }
    unlock(w->st);
    return job;
}

/* The session that is there already, or one more. */
static void open_session(worker *w)
{
    stream *st = w->st;
    tr_error e;
    int rc = 0;

    lock(st);
    w->session = st->first_session;
    st->first_session = NULL;
    unlock(st);
    if (!w->session) rc = tr_session_create(&w->session, st->model, st->options, &e);
    if (rc < 0)
        stop(st, rc, &e);
    else
        tr_session_join(w->session, &st->crew.team);
}

/* Makes a line's sentences. */
static void prepare(worker *w, tr_line *line)
{
    stream *st = w->st;
    tr_error e;
    const int rc = tr_session_prepare(w->session, line, &e);

    lock(st);
    tr_crew_prepare_locked(&st->crew, -1);
    const size_t n = add_sentences_locked(w, line, rc, &e);
    unlock(st);
    if (rc == 0 && n == 0) complete(w, line);
}

/* Adds a sentence to the worker's batch.  False when it does not fit now: it goes back. */
static bool translate(worker *w, tr_sentence *sentence)
{
    if (tr_session_add(w->session, sentence)) return true;
    lock(w->st);
    tr_queue_return_sentence_locked(&w->st->queue, sentence);
    call_worker_locked(w->st); /* one with room, if any */
    unlock(w->st);
    return false;
}

/* Adds the next sentence to the worker's batch; false when there is none that fits.  `wait`: only
 * when there is none ever again. */
static bool take_work(worker *w, bool wait)
{
    tr_line *line;
    tr_sentence *sentence;

    for (;;) {
        switch (next_job(w, wait, &line, &sentence)) {
        case NO_JOB:
            return false;
        case OPEN_SESSION:
            open_session(w);
            break;
        case PREPARE_LINE:
            prepare(w, line);
            break;
        case TRANSLATE_SENTENCE:
            return translate(w, sentence);
        }
    }
}

/* Takes sentences as long as there are some and the batch has room. */
static void fill_batch(worker *w)
{
    stream *st = w->st;
    int n = 0;

    while (n < MAX_JOINING && take_work(w, !w->member.leads))
        n++;
    if (n < MAX_JOINING) return;
    lock(st);
    if (tr_queue_has_work_locked(&st->queue)) call_worker_locked(st);
    unlock(st);
}

static void stop_leading(worker *w)
{
    tr_team_lead(&w->st->crew.team, false);
    lock(w->st);
    tr_crew_lead_locked(&w->member, false, false);
    unlock(w->st);
}

static void work(void *ctx)
{
    stream *st = ctx;
    worker w = {.st = st, .member.crew = &st->crew};

    for (;;) {
        const bool led = w.member.leads;
        fill_batch(&w);
        if (!w.member.leads || tr_queue_stopped(&st->queue)) break;
        if (!led) tr_team_lead(&st->crew.team, true);
        tr_batch_step(&w.session->batch, take_sentence_result, &w);
        if (w.session->batch.n_active == 0) stop_leading(&w);
    }
    lock(st);
    tr_crew_lead_locked(&w.member, false, false);
    if (w.session) st->stats.cache_bytes += tr_session_cache_used(w.session);
    unlock(st);
    tr_session_free(w.session);
}

/* ---- Input ---- */

/* Queues a line, once there is room, and calls a worker; a line that stands for an earlier one is
 * written here if that has been.  False when the stream has stopped. */
static bool push_raw_line(stream *st, tr_string bytes, size_t number)
{
    tr_line *line = tr_line_create(bytes.text, bytes.len, number);
    const tr_member reader = {.crew = &st->crew};
    tr_error e;

    lock(st);
    if (!line) stop_locked(st, tr_fail_memory(&e), &e);
    const bool known = line && tr_repeats_find_locked(&st->repeats, line);
    const bool going = line && tr_queue_add_locked(&st->queue, line);
    if (going && known)
        write_lines_locked(st, &reader);
    else if (going)
        call_worker_locked(st);
    else if (line)
        tr_repeats_leave_locked(&st->repeats, line);
    unlock(st);
    return going;
}

/* Queues all lines, one after the other, until the stream stops. */
static void read_input(stream *st)
{
    tr_stream_input in;
    tr_string line;
    tr_error e;
    size_t number = 0;

    int rc = tr_stream_input_init(&in, st->io, &e);
    for (bool going = rc == 0; going;) {
        rc = tr_stream_input_next(&in, &line, &e);
        going = rc > 0 ? push_raw_line(st, line, ++number)
                       : rc == 0 && !in.ended && !tr_queue_stopped(&st->queue);
    }
    tr_stream_input_free(&in);
    lock(st);
    if (rc < 0) stop_locked(st, rc, &e);
    tr_crew_end_locked(&st->crew);
    unlock(st);
}

/* Lets go of the lines of a stream that has stopped. */
static void drop_lines(stream *st)
{
    lock(st);
    for (tr_line *line; (line = st->queue.first);) {
        st->queue.first = line->place.next;
        tr_repeats_leave_locked(&st->repeats, line);
    }
    unlock(st);
}

int tr_translate_stream(const tr_model *model, const tr_options *options, const tr_stream_io *io,
                        tr_stream_stats *stats, tr_error *err)
{
    const int n_threads = options->threads > 0 ? options->threads : tr_pool_cores();
    stream st = {.model = model, .options = options, .io = io};
    if (options->observer) return tr_fail(err, TR_EINVAL, "a stream cannot be observed");
    /* Before anything is read: what is wrong with the model or the options shows here. */
    int rc = tr_session_create(&st.first_session, model, options, err);

    if (rc < 0) return rc;
    const size_t batch_tokens = tr_options_batch_tokens(options, st.first_session->setup.m);
    const bool kept = !options->sampling.on && (!options->memory || options->memory->is_steady);
    if (kept) tr_repeats_init(&st.repeats, options->alignment);
    tr_queue_init(&st.queue, 64 + batch_tokens / 2 * (size_t)n_threads);
    if (tr_crew_init(&st.crew, &st.queue.lock, n_threads, work, &st)) {
        read_input(&st);
        tr_crew_join(&st.crew);
        rc = st.queue.status;
        if (rc && err) *err = st.queue.error;
    } else {
        rc = tr_fail_memory(err);
    }
    if (stats) *stats = st.stats;
    tr_session_free(st.first_session);
    drop_lines(&st);
    tr_queue_free(&st.queue);
    tr_repeats_free(&st.repeats);
    return rc;
}

void tr_stream_stats_add(tr_stream_stats *sum, const tr_stream_stats *s)
{
    sum->lines += s->lines;
    sum->failed_lines += s->failed_lines;
    sum->repaired_lines += s->repaired_lines;
    sum->sentences += s->sentences;
    sum->retried += s->retried;
    sum->improved += s->improved;
    sum->lost += s->lost;
    sum->terms += s->terms;
    sum->terms_placed += s->terms_placed;
    sum->terms_missing += s->terms_missing;
    sum->source_tokens += s->source_tokens;
    sum->target_tokens += s->target_tokens;
    if (sum->cache_bytes < s->cache_bytes) sum->cache_bytes = s->cache_bytes;
}
