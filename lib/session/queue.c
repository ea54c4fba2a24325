#include "session/queue.h"

enum { MAX_BYTES_IN_FLIGHT = 4 << 20 }; /* of source text; one line may have more */

void tr_queue_init(tr_queue *q, size_t max_lines)
{
    *q = (tr_queue){.max_lines = max_lines};
    q->ready_end = &q->ready;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->space, NULL);
}

void tr_queue_free(tr_queue *q)
{
    while (q->first) {
        tr_line *line = q->first;
        q->first = line->place.next;
        tr_line_free(line);
    }
    pthread_cond_destroy(&q->space);
    pthread_mutex_destroy(&q->lock);
}

void tr_queue_stop_locked(tr_queue *q, int status, const tr_error *error)
{
    if (!q->status) {
        q->status = status;
        q->error = *error;
    }
    pthread_cond_broadcast(&q->space);
}

bool tr_queue_stopped(tr_queue *q)
{
    pthread_mutex_lock(&q->lock);
    const bool stopped = q->status != 0;
    pthread_mutex_unlock(&q->lock);
    return stopped;
}

bool tr_queue_add_locked(tr_queue *q, tr_line *line)
{
    while (!q->status && q->n_lines &&
           (q->n_lines >= q->max_lines || q->n_bytes + line->size > MAX_BYTES_IN_FLIGHT))
        pthread_cond_wait(&q->space, &q->lock);
    if (q->status) return false;
    if (q->last)
        q->last->place.next = line;
    else
        q->first = line;
    q->last = line;
    line->place.done = line->place.original != NULL;
    if (!q->raw && !line->place.original) q->raw = line;
    q->n_lines++;
    q->n_bytes += line->size;
    return true;
}

bool tr_queue_has_work_locked(const tr_queue *q)
{
    return q->ready || q->raw;
}

tr_line *tr_queue_take_raw_locked(tr_queue *q)
{
    tr_line *line = q->raw;
    if (!line) return NULL;
    do
        q->raw = q->raw->place.next;
    while (q->raw && q->raw->place.original);
    return line;
}

size_t tr_queue_add_sentences_locked(tr_queue *q, tr_line *line)
{
    size_t n = 0;
    for (tr_sentence *s = line->sentences; s; s = s->next) {
        if (s->taken) continue;
        *q->ready_end = s;
        q->ready_end = &s->queued;
        n++;
    }
    return line->place.n_pending = n;
}

tr_sentence *tr_queue_take_sentence_locked(tr_queue *q)
{
    tr_sentence *s = q->ready;
    if (!s) return NULL;
    q->ready = s->queued;
    if (!q->ready) q->ready_end = &q->ready;
    s->queued = NULL;
    return s;
}

void tr_queue_return_sentence_locked(tr_queue *q, tr_sentence *s)
{
    if (!q->ready) q->ready_end = &s->queued;
    s->queued = q->ready;
    q->ready = s;
}

bool tr_queue_complete_sentence(tr_queue *q, tr_line *line)
{
    pthread_mutex_lock(&q->lock);
    const bool last = --line->place.n_pending == 0;
    pthread_mutex_unlock(&q->lock);
    return last;
}

tr_line *tr_queue_take_done_locked(tr_queue *q)
{
    tr_line *line = q->first;
    if (!line || !line->place.done) return NULL;
    q->first = line->place.next;
    if (!q->first) q->last = NULL;
    return line;
}

void tr_queue_give_room_locked(tr_queue *q, size_t size)
{
    q->n_lines--;
    q->n_bytes -= size;
    pthread_cond_signal(&q->space);
}
