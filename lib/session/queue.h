/*
 * queue.h - the lines of a stream, from the reader to the writer.
 *
 * All lines stand in the queue in the order of the input.  A line goes through these states:
 *
 *     raw     as it was read.  A worker takes it, and makes its sentences.
 *     ready   has sentences that wait for a worker.
 *     taken   all its sentences are in the batches of workers, or back from there.
 *     done    its result is complete.  When no line is left before it, it leaves to be written.
 *
 * One lock guards the queue.  A function whose name ends in _locked is called with the lock
 * protected; the others take it.  Nobody reads, prepares, translates, writes or frees a line with
 * the lock protected.
 */
#ifndef TR_QUEUE_H
#define TR_QUEUE_H

#include <pthread.h>

#include "base/error.h"
#include "line/line.h"

typedef struct tr_queue {
    pthread_mutex_t lock;
    pthread_cond_t space;    /* a line has left, or the stream has stopped */
    tr_line *first, *last;   /* all lines that have not left, in order */
    tr_line *raw;            /* the first of them that is raw; all after it are raw, too */
    tr_sentence *ready;      /* sentences that wait for a worker, */
    tr_sentence **ready_end; /*   and where the next one is appended */
    size_t n_lines, n_bytes; /* in flight: read, and not written yet */
    size_t max_lines;
    int status; /* TR_OK, or the first failure: the stream has stopped */
    tr_error error;
} tr_queue;

void tr_queue_init(tr_queue *q, size_t max_lines);
void tr_queue_free(tr_queue *q); /* and the lines that are left */

/* Stops the stream.  Only the first failure is kept. */
void tr_queue_stop_locked(tr_queue *q, int status, const tr_error *error);
bool tr_queue_stopped(tr_queue *q);

/* Waits until there is room, and appends a raw line, or one that stands for an earlier one, which
 * the queue owns from now on.  The lock is let go meanwhile.  False when the stream has stopped:
 * the line is the caller's. */
bool tr_queue_add_locked(tr_queue *q, tr_line *line);

/* True if a worker can take something. */
bool tr_queue_has_work_locked(const tr_queue *q);

/* The oldest raw line with a text of its own, which is to be prepared; NULL when there is none. */
tr_line *tr_queue_take_raw_locked(tr_queue *q);

/* Makes a prepared line ready; returns how many sentences it has that are not taken yet.  A line
 * without such sentences can be finished at once. */
size_t tr_queue_add_sentences_locked(tr_queue *q, tr_line *line);

/* The next sentence to translate; NULL when there is none. */
tr_sentence *tr_queue_take_sentence_locked(tr_queue *q);

/* Gives a sentence back that the worker has no room for: it is the next one again. */
void tr_queue_return_sentence_locked(tr_queue *q, tr_sentence *s);

/* A sentence of the line has its final result.  True when it was the line's last one. */
bool tr_queue_complete_sentence(tr_queue *q, tr_line *line);

/* The first line of all, if it is done: it leaves the queue, and is the caller's.  Else NULL. */
tr_line *tr_queue_take_done_locked(tr_queue *q);

/* A line of `size` bytes that left has been written and freed: there is room for another one. */
void tr_queue_give_room_locked(tr_queue *q, size_t size);

#endif
