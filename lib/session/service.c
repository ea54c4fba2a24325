/* service.c - lines that any thread hands in: tr_service of translate.h. */
#include "session/service.h"

#include <stdlib.h>

#include "line/line_marks.h"
#include "session/stream.h"
#include "setup/options.h"

enum { DEFAULT_BYTES = 4 << 20 };

struct tr_ticket {
    tr_submission submission; /* first: the submission of a line is its ticket */
    tr_service *service;
    tr_job job;
    bool telling; /* done() is being called; under the lock */
};

static void lock(tr_service *s)
{
    pthread_mutex_lock(&s->engine.queue.lock);
}

static void unlock(tr_service *s)
{
    pthread_mutex_unlock(&s->engine.queue.lock);
}

int tr_service_create(tr_service **out, const tr_model *model, const tr_options *options,
                      const tr_service_limits *limits, tr_error *err)
{
    tr_options all;

    *out = NULL;
    int rc = tr_options_take(&all, options, err);
    if (rc < 0) return rc;
    if (all.observer) return tr_fail(err, TR_EINVAL, "a service cannot be observed");
    tr_service *const s = calloc(1, sizeof *s);
    if (!s) return tr_fail_memory(err);
    s->options = all;
    if (limits) s->limits = *limits;
    if (!s->limits.bytes) s->limits.bytes = DEFAULT_BYTES;
    if (!s->limits.client_bytes) s->limits.client_bytes = s->limits.bytes / 2;
    rc = tr_engine_init(&s->engine, model, &s->options, err);
    if (rc < 0) {
        free(s);
        return rc;
    }
    s->has_alignments = tr_line_may_have_marks(&s->engine.first_session->setup);
    pthread_cond_init(&s->changed, NULL);
    *out = s;
    return TR_OK;
}

void tr_service_free(tr_service *s)
{
    if (!s) return;
    tr_engine_end(&s->engine);
    pthread_cond_destroy(&s->changed);
    free(s);
}

/* ---- Tickets ---- */

/* Takes a line back from a worker.  One thread at a time tells of a ticket's lines. */
static void take_back(tr_submission *e, tr_line *line, const tr_member *worker)
{
    tr_ticket *const t = (tr_ticket *)e;
    tr_service *const s = t->service;

    (void)worker;
    lock(s);
    while (t->telling)
        pthread_cond_wait(&s->changed, &s->engine.queue.lock);
    const bool wanted = !atomic_load(&e->abandoned);
    t->telling = wanted;
    unlock(s);
    if (wanted) t->job.done(t->job.ctx, line->result.line - 1, &line->result);
    lock(s);
    if (wanted) t->telling = false;
    e->n_out--;
    e->client->n_bytes -= line->size;
    s->n_bytes -= line->size;
    pthread_cond_broadcast(&s->changed);
    unlock(s);
    tr_line_free(line);
}

static int check_job(const tr_service *s, const tr_job *job, tr_error *err)
{
    if (job->n_best < 0 || job->n_best > s->options.beam_size)
        return tr_fail(err, TR_EINVAL, "n-best %d is not in 0..%d, the beam size", job->n_best,
                       s->options.beam_size);
    if (job->formality < TR_FORMALITY_DEFAULT || job->formality > TR_FORMALITY_INFORMAL)
        return tr_fail(err, TR_EINVAL, "an option has an unknown value");
    if (job->alignment && !s->has_alignments)
        return tr_fail(err, TR_EUNSUPPORTED, "the model has no alignments");
    return TR_OK;
}

static tr_line_options line_options_of(const tr_service *s, const tr_job *job)
{
    const size_t n_best = job->n_best ? (size_t)job->n_best : 1;
    return (tr_line_options){.n_best = n_best,
                             .alignment = job->alignment,
                             .formality = job->formality ? job->formality : s->options.formality,
                             .memory = s->options.memory && n_best == 1 && !job->alignment &&
                                       !job->formality};
}

static void free_lines(tr_line *first)
{
    while (first) {
        tr_line *const line = first;
        first = line->place.next;
        tr_line_free(line);
    }
}

/* Copies of lines, linked; NULL when out of memory, or of none. */
static tr_line *copy_lines(const tr_string *lines, size_t n, tr_line_options options)
{
    tr_line *first = NULL, **last = &first;

    for (size_t i = 0; i < n; i++) {
        *last = tr_line_create(lines[i].text, lines[i].len, i + 1, options);
        if (!*last) {
            free_lines(first);
            return NULL;
        }
        last = &(*last)->place.next;
    }
    return first;
}

static bool is_too_much(size_t now, size_t more, size_t most)
{
    return now && (more > most || now > most - more);
}

static int open_locked(tr_service *s, tr_ticket *t, size_t size, tr_error *err)
{
    tr_queue *const q = &s->engine.queue;

    if (!tr_queue_open_locked(q, &t->submission, t->job.client)) return tr_fail_memory(err);
    if (!is_too_much(s->n_bytes, size, s->limits.bytes) &&
        !is_too_much(t->submission.client->n_bytes, size, s->limits.client_bytes))
        return TR_OK;
    tr_queue_close_locked(q, &t->submission);
    return tr_fail(err, TR_EBUSY, "there is too much to translate already");
}

/* Hands the lines in, as many as a thread can be started for: the rest is returned. */
static tr_line *add_lines_locked(tr_service *s, tr_ticket *t, tr_line *line)
{
    while (line) {
        tr_line *const next = line->place.next;
        if (!tr_engine_add_locked(&s->engine, &t->submission, line)) break;
        t->submission.client->n_bytes += line->size;
        s->n_bytes += line->size;
        line = next;
    }
    return line;
}

int tr_service_submit(tr_service *s, const tr_job *job, const tr_string *lines, size_t n,
                      tr_ticket **ticket, tr_error *err)
{
    size_t size = 0;

    *ticket = NULL;
    int rc = check_job(s, job, err);
    if (rc < 0) return rc;
    tr_ticket *const t = calloc(1, sizeof *t);
    tr_line *left = copy_lines(lines, n, line_options_of(s, job));
    for (size_t i = 0; i < n; i++)
        size += lines[i].len;
    if (!t || (n && !left)) {
        rc = tr_fail_memory(err);
    } else {
        *t = (tr_ticket){.service = s,
                         .job = *job,
                         .submission = {.deadline = job->deadline, .done = take_back}};
        lock(s);
        rc = open_locked(s, t, size, err);
        if (rc == TR_OK) left = add_lines_locked(s, t, left);
        unlock(s);
    }
    if (rc == TR_OK && !left) {
        *ticket = t;
        return TR_OK;
    }
    free_lines(left);
    if (rc == TR_OK) {
        tr_ticket_free(t);
        return tr_fail(err, TR_ENOMEM, "cannot start a thread");
    }
    free(t);
    return rc;
}

void tr_ticket_free(tr_ticket *t)
{
    if (!t) return;
    tr_service *const s = t->service;
    lock(s);
    if (t->submission.n_out) tr_engine_abandon_locked(&s->engine, &t->submission);
    while (t->submission.n_out)
        pthread_cond_wait(&s->changed, &s->engine.queue.lock);
    tr_queue_close_locked(&s->engine.queue, &t->submission);
    unlock(s);
    free(t);
}

size_t tr_service_load(tr_service *s)
{
    lock(s);
    const size_t n = s->n_bytes;
    unlock(s);
    return n;
}

uint64_t tr_service_done(tr_service *s)
{
    return atomic_load_explicit(&s->engine.n_translated, memory_order_relaxed);
}

int tr_service_stream(tr_service *s, uint64_t client, const tr_stream_io *io,
                      tr_stream_stats *stats, tr_error *err)
{
    tr_line_options options = tr_line_options_of(&s->options);
    options.n_best = 1;
    return tr_stream_run(&s->engine, client, options, io, stats, err);
}
