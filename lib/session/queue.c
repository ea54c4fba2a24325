#include "session/queue.h"

#include <stdlib.h>

#include "base/seconds.h"

void tr_queue_init(tr_queue *q, size_t n_workers)
{
    *q = (tr_queue){.most_taken = n_workers * TR_TURN};
    q->last = &q->turn;
    pthread_mutex_init(&q->lock, NULL);
}

void tr_queue_free(tr_queue *q)
{
    pthread_mutex_destroy(&q->lock);
}

/* ---- Clients ---- */

static void append_to_turns(tr_queue *q, tr_client *c)
{
    c->next = NULL;
    *q->last = c;
    q->last = &c->next;
}

static void remove_first_turn(tr_queue *q)
{
    q->turn = q->turn->next;
    if (!q->turn) q->last = &q->turn;
}

/* True if something of the client may be taken now: each has a like share of the batches. */
static bool has_work(const tr_queue *q, const tr_client *c)
{
    return (c->raw || c->ready) && (q->n_clients == 1 || c->n_taken * q->n_clients < q->most_taken);
}

/* The client may have work. */
static void wait(tr_queue *q, tr_client *c)
{
    if (c->waits || !has_work(q, c)) return;
    c->waits = true;
    c->credit = TR_TURN;
    append_to_turns(q, c);
}

bool tr_queue_open_locked(tr_queue *q, tr_submission *e, uint64_t client)
{
    tr_client *c = q->clients;

    while (c && c->id != client)
        c = c->other;
    if (!c && (c = calloc(1, sizeof *c))) {
        *c = (tr_client){.id = client, .other = q->clients};
        c->raw_end = &c->raw;
        c->ready_end = &c->ready;
        q->clients = c;
        q->n_clients++;
    }
    e->client = c;
    if (c) c->n_submissions++;
    return c != NULL;
}

void tr_queue_close_locked(tr_queue *q, tr_submission *e)
{
    tr_client *c = e->client, **at = &q->clients;

    if (--c->n_submissions) return;
    while (*at != c)
        at = &(*at)->other;
    *at = c->other;
    free(c);
    q->n_clients--;
    for (c = q->clients; c; c = c->other)
        wait(q, c); /* one alone may take more */
}

/* The client whose turn it is has taken something. */
static void pass_on(tr_queue *q)
{
    tr_client *const c = q->turn;

    if (c->credit && has_work(q, c)) return;
    remove_first_turn(q);
    c->waits = false;
    wait(q, c);
}

/* ---- Lines ---- */

void tr_queue_add_locked(tr_queue *q, tr_submission *e, tr_line *line)
{
    tr_client *const c = e->client;

    line->place.submission = e;
    line->place.queued = NULL;
    *c->raw_end = line;
    c->raw_end = &line->place.queued;
    e->n_out++;
    wait(q, c);
}

bool tr_queue_is_unwanted(const tr_line *line)
{
    const tr_submission *const e = line->place.submission;
    return atomic_load(&e->abandoned) || (e->deadline > 0 && tr_seconds() > e->deadline);
}

/* ---- Work ---- */

/* Whose turn it is; NULL: nobody's.  Who had work when he was alone may have none now. */
static tr_client *next_client(tr_queue *q)
{
    while (q->turn && !has_work(q, q->turn)) {
        q->turn->waits = false;
        remove_first_turn(q);
    }
    return q->turn;
}

bool tr_queue_has_work_locked(tr_queue *q)
{
    return next_client(q) != NULL;
}

static void pay(tr_client *c, size_t n)
{
    c->credit -= n < c->credit ? n : c->credit;
}

static tr_line *take_raw(tr_client *c)
{
    tr_line *const line = c->raw;

    c->raw = line->place.queued;
    if (!c->raw) c->raw_end = &c->raw;
    pay(c, 1);
    return line;
}

static tr_sentence *take_sentence(tr_client *c)
{
    tr_sentence *const s = c->ready;

    c->ready = s->queued;
    if (!c->ready) c->ready_end = &c->ready;
    s->queued = NULL;
    pay(c, s->n_tokens);
    c->n_taken += s->n_tokens;
    return s;
}

void tr_queue_take_locked(tr_queue *q, tr_line **line, tr_sentence **sentence)
{
    tr_client *const c = next_client(q);

    *line = NULL;
    *sentence = NULL;
    if (!c) return;
    if (c->ready)
        *sentence = take_sentence(c);
    else
        *line = take_raw(c);
    pass_on(q);
}

size_t tr_queue_add_sentences_locked(tr_queue *q, tr_line *line)
{
    tr_client *const c = line->place.submission->client;
    size_t n = 0;

    for (tr_sentence *s = line->sentences; s; s = s->next) {
        if (s->taken) continue;
        *c->ready_end = s;
        c->ready_end = &s->queued;
        n++;
    }
    if (n) wait(q, c);
    return line->place.n_pending = n;
}

void tr_queue_return_sentence_locked(tr_queue *q, tr_sentence *s)
{
    tr_client *const c = s->line->place.submission->client;

    if (!c->ready) c->ready_end = &s->queued;
    s->queued = c->ready;
    c->ready = s;
    c->n_taken -= s->n_tokens;
    wait(q, c);
    c->credit += s->n_tokens;
}

bool tr_queue_complete_sentence(tr_queue *q, const tr_sentence *s)
{
    tr_client *const c = s->line->place.submission->client;

    pthread_mutex_lock(&q->lock);
    const bool last = --s->line->place.n_pending == 0;
    c->n_taken -= s->n_tokens;
    wait(q, c);
    pthread_mutex_unlock(&q->lock);
    return last;
}
