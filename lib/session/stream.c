/*
 * stream.c - lines in, translations out: in parallel, in order.
 *
 * The caller's thread reads lines and hands them to workers (engine.h), which give them back in
 * any order.  The worker that completes the oldest line writes this line, and the lines after it
 * that are complete.  So many lines are in flight that all workers are busy, and no more.
 *
 * There is one lock, the engine's.  A worker that has finished a line never waits for the input,
 * nor for another worker's output.
 */
#include "session/stream.h"

#include "session/repeats.h"
#include "session/stream_input.h"
#include "setup/handle.h"
#include "setup/options.h"

enum { MAX_BYTES_IN_FLIGHT = 4 << 20 }; /* of source text; one line may have more */

/* All but submission, options and io is under the lock. */
typedef struct stream {
    tr_submission submission; /* first: the submission of a line is its stream */
    tr_engine *engine;
    const tr_stream_io *io;
    tr_line_options options;
    pthread_cond_t changed;             /* a line has left, or the stream has stopped */
    tr_line *first, *last;              /* all lines that have not been written, in order */
    size_t n_lines, n_bytes, max_lines; /* read, and not written yet */
    tr_repeats repeats;
    bool writing; /* a worker has the output */
    int status;   /* TR_OK, or the first failure: the stream has stopped */
    tr_error error;
    tr_stream_stats stats; /* the writer's */
} stream;

/* Remembers the first failure; what is in flight comes back soon. */
static void stop_locked(stream *st, int status, const tr_error *error)
{
    if (!st->status) {
        st->status = status;
        st->error = *error;
    }
    tr_engine_abandon_locked(st->engine, &st->submission);
    pthread_cond_broadcast(&st->changed);
}

static void stop(stream *st, int status, const tr_error *error)
{
    tr_queue_lock(&st->engine->queue);
    stop_locked(st, status, error);
    tr_queue_unlock(&st->engine->queue);
}

static bool is_stopped(stream *st)
{
    tr_queue_lock(&st->engine->queue);
    const bool stopped = st->status != 0;
    tr_queue_unlock(&st->engine->queue);
    return stopped;
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

/* The first line of all, if it is done: it leaves.  Else NULL. */
static tr_line *take_done_locked(stream *st)
{
    tr_line *const line = st->first;

    if (!line || !line->place.done) return NULL;
    st->first = line->place.next;
    if (!st->first) st->last = NULL;
    return line;
}

/* Writes the lines that are done and have none before them; the lock is let go meanwhile.  Who
 * finds another one at it leaves its own line to that one. */
static void write_lines_locked(stream *st, const tr_member *member)
{
    tr_line *line;

    if (st->writing) return;
    st->writing = true;
    while (!st->status && (line = take_done_locked(st))) {
        const size_t size = line->size;
        const int begun = tr_crew_begin_writing_locked(member);
        tr_queue_unlock(&st->engine->queue);
        write_done_line(st, line);
        tr_queue_lock(&st->engine->queue);
        tr_crew_end_writing_locked(member, begun);
        tr_repeats_leave_locked(&st->repeats, line);
        st->n_lines--;
        st->n_bytes -= size;
        pthread_cond_broadcast(&st->changed);
    }
    st->writing = false;
}

/* Takes a line back from a worker, and writes what can be written. */
static void take_back(tr_submission *e, tr_line *line, const tr_member *worker)
{
    stream *const st = (stream *)e;
    tr_error error;

    tr_queue_lock(&st->engine->queue);
    e->n_out--;
    line->place.done = true;
    if (line->place.failure)
        stop_locked(st, tr_fail(&error, line->place.failure, "%s", line->result.message), &error);
    write_lines_locked(st, worker);
    pthread_cond_broadcast(&st->changed);
    tr_queue_unlock(&st->engine->queue);
}

/* ---- Input ---- */

static bool is_full(const stream *st, const tr_line *next)
{
    return st->n_lines &&
           (st->n_lines >= st->max_lines || st->n_bytes + next->size > MAX_BYTES_IN_FLIGHT);
}

/* Appends a line to the lines in flight, once there is room, and hands it to the workers, unless it
 * stands for an earlier one.  The lock is let go meanwhile.  False when the stream has stopped: the
 * line is the caller's. */
static bool add_locked(stream *st, tr_line *line)
{
    tr_error e;

    while (!st->status && is_full(st, line))
        pthread_cond_wait(&st->changed, &st->engine->queue.lock);
    if (!st->status && !line->place.original &&
        !tr_engine_add_locked(st->engine, &st->submission, line))
        stop_locked(st, tr_fail(&e, TR_ENOMEM, "cannot start a thread"), &e);
    if (st->status) return false;
    if (st->last)
        st->last->place.next = line;
    else
        st->first = line;
    st->last = line;
    line->place.done = line->place.original != NULL;
    st->n_lines++;
    st->n_bytes += line->size;
    return true;
}

/* Hands a line in; one that stands for an earlier one is written here if that has been.  False when
 * the stream has stopped. */
static bool push_raw_line(stream *st, tr_string bytes, size_t number)
{
    tr_line *line = tr_line_create(bytes.text, bytes.len, number, st->options);
    const tr_member reader = {.crew = &st->engine->crew};
    tr_error e;

    tr_queue_lock(&st->engine->queue);
    if (!line) stop_locked(st, tr_fail_memory(&e), &e);
    const bool known = line && tr_repeats_find_locked(&st->repeats, line);
    const bool going = line && add_locked(st, line);
    if (going && known)
        write_lines_locked(st, &reader);
    else if (line && !going)
        tr_repeats_leave_locked(&st->repeats, line);
    tr_queue_unlock(&st->engine->queue);
    return going;
}

/* Hands all lines in, one after the other, until the stream stops. */
static void read_input(stream *st)
{
    tr_stream_input in;
    tr_string line;
    tr_error e;
    size_t number = 0;

    int rc = tr_stream_input_init(&in, st->io, &e);
    for (bool going = rc == 0; going;) {
        rc = tr_stream_input_next(&in, &line, &e);
        going =
            rc > 0 ? push_raw_line(st, line, ++number) : rc == 0 && !in.ended && !is_stopped(st);
    }
    tr_stream_input_free(&in);
    if (rc < 0) stop(st, rc, &e);
}

/* Waits until all lines are written; or, when the stream has stopped, until all are back.  Lines
 * that are left are let go. */
static void finish(stream *st)
{
    tr_queue_lock(&st->engine->queue);
    while (st->submission.n_out || st->writing || (st->first && !st->status))
        pthread_cond_wait(&st->changed, &st->engine->queue.lock);
    for (tr_line *line; (line = st->first);) {
        st->first = line->place.next;
        tr_repeats_leave_locked(&st->repeats, line);
    }
    tr_queue_unlock(&st->engine->queue);
}

int tr_stream_run(tr_engine *engine, uint64_t client, tr_line_options options,
                  const tr_stream_io *io, tr_stream_stats *stats, tr_error *err)
{
    const tr_options *const o = engine->options;
    const size_t batch_tokens = tr_options_batch_tokens(o, tr_model_nmt(engine->model));
    const bool kept = !o->sampling.on && (!options.memory || o->memory->is_steady);
    stream st = {.engine = engine,
                 .io = io,
                 .options = options,
                 .submission.done = take_back,
                 .max_lines = 64 + batch_tokens / 2 * (size_t)tr_engine_threads(o)};

    tr_queue_lock(&st.engine->queue);
    const bool open = tr_queue_open_locked(&engine->queue, &st.submission, client);
    tr_queue_unlock(&st.engine->queue);
    if (stats) *stats = st.stats;
    if (!open) return tr_fail_memory(err);
    if (kept) tr_repeats_init(&st.repeats, options.alignment);
    pthread_cond_init(&st.changed, NULL);
    read_input(&st);
    finish(&st);
    tr_queue_lock(&st.engine->queue);
    tr_queue_close_locked(&engine->queue, &st.submission);
    tr_queue_unlock(&st.engine->queue);
    pthread_cond_destroy(&st.changed);
    tr_repeats_free(&st.repeats);
    if (stats) *stats = st.stats;
    if (st.status && err) *err = st.error;
    return st.status;
}

int tr_stream_translate(const tr_model *model, const tr_options *options, tr_line_options of_lines,
                        const tr_stream_io *io, tr_stream_stats *stats, tr_error *err)
{
    tr_engine engine;

    if (options->observer) return tr_fail(err, TR_EINVAL, "a stream cannot be observed");
    /* Before anything is read: what is wrong with the model or the options shows here. */
    int rc = tr_engine_init(&engine, model, options, err);
    if (rc < 0) return rc;
    rc = tr_stream_run(&engine, 0, of_lines, io, stats, err);
    tr_engine_end(&engine);
    if (stats) stats->cache_bytes = engine.cache_bytes;
    return rc;
}

int tr_translate_stream(const tr_model *model, const tr_options *options, const tr_stream_io *io,
                        tr_stream_stats *stats, tr_error *err)
{
    tr_options all;

    const int rc = tr_options_take(&all, options, err);
    if (rc < 0) return rc;
    return tr_stream_translate(model, &all, tr_line_options_of(&all), io, stats, err);
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
