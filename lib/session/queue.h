/*
 * queue.h - lines and sentences that wait for a worker, client by client.
 *
 * A line goes through these states:
 *
 *     raw     as it was handed in.  A worker takes it, and makes its sentences.
 *     ready   has sentences that wait for a worker.
 *     taken   all its sentences are in the batches of workers, or back from there.
 *     done    its result is complete: it goes back to whom it belongs.
 *
 * Lines that were handed in together are a submission.  Submissions belong to clients, and clients
 * take turns (deficit round robin, Shreedhar and Varghese 1995): in its turn, a client may have so
 * many tokens taken, and then it is the next one's.  While there are others, the clients share a
 * turn for each worker: none has more than its share in the batches, or the batches would be full
 * of the sentences of one that has many.  The lines of one client are taken in their order.
 *
 * One lock guards the queue.  A function whose name ends in _locked is called with the lock
 * protected.  Nobody reads, prepares, translates, writes or frees a line with the lock protected.
 */
#ifndef TR_QUEUE_H
#define TR_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>

#include "line/line.h"
#include "session/crew.h"

enum { TR_TURN = 256 }; /* source tokens that a client may have translated in a turn */

/* Somebody who takes turns with others. */
typedef struct tr_client {
    uint64_t id;
    size_t n_submissions;            /* that are open */
    size_t n_bytes;                  /* of text that is not done: service.c's */
    struct tr_client *other;         /* client of the queue */
    tr_line *raw, **raw_end;         /* its raw lines, in order */
    tr_sentence *ready, **ready_end; /* its sentences that wait */
    size_t credit;                   /* tokens that are left of its turn */
    size_t n_taken;                  /* tokens of its sentences that are taken, not done */
    bool waits;                      /* it has work: it takes turns with others, */
    struct tr_client *next;          /*   and this one is next after it */
} tr_client;

/* Lines that belong together. */
typedef struct tr_submission {
    tr_client *client;
    size_t n_out;          /* lines that were handed in and not back; under the lock */
    atomic_bool abandoned; /* nobody wants its lines any more; set under the lock */
    double deadline;       /* seconds of CLOCK_MONOTONIC; 0: none.  Later, lines fail */

    /* Takes a line back that is done, or that was abandoned: it is the submission's from now on.
     * Called by a worker without the lock. */
    void (*done)(struct tr_submission *e, tr_line *line, const tr_member *worker);
} tr_submission;

typedef struct tr_queue {
    pthread_mutex_t lock;
    tr_client *clients;           /* [n_clients], all */
    size_t n_clients, most_taken; /* most_taken: by all, while there are several */
    tr_client *turn,
        **last; /* the clients that wait: whose turn it is, and where one more is appended */
} tr_queue;

/* The one lock that guards the queue. */
static inline void tr_queue_lock(tr_queue *q)
{
    pthread_mutex_lock(&q->lock);
}

static inline void tr_queue_unlock(tr_queue *q)
{
    pthread_mutex_unlock(&q->lock);
}

void tr_queue_init(tr_queue *q, size_t n_workers);
void tr_queue_free(tr_queue *q); /* when there is no submission left */

/* Opens a submission of a client: its `client` is set.  False when out of memory. */
bool tr_queue_open_locked(tr_queue *q, tr_submission *e, uint64_t client);

/* Closes a submission of which no line is out. */
void tr_queue_close_locked(tr_queue *q, tr_submission *e);

/* Appends a raw line of a submission; it is the queue's until it is done. */
void tr_queue_add_locked(tr_queue *q, tr_submission *e, tr_line *line);

/* True if a worker can take something. */
bool tr_queue_has_work_locked(tr_queue *q);

/* Takes a sentence to translate, or else a raw line to prepare, from the client whose turn it is.
 * The other one is NULL, both when there is no work. */
void tr_queue_take_locked(tr_queue *q, tr_line **line, tr_sentence **sentence);

/* Makes a prepared line ready; returns how many sentences it has that are not taken yet.  A line
 * without such sentences can be finished at once. */
size_t tr_queue_add_sentences_locked(tr_queue *q, tr_line *line);

/* Gives a sentence back that the worker has no room for: it is its client's next one again. */
void tr_queue_return_sentence_locked(tr_queue *q, tr_sentence *s);

/* A sentence that was taken has its final result.  True when it was its line's last one. */
bool tr_queue_complete_sentence(tr_queue *q, const tr_sentence *s);

/* True if a result of the line would come too late, or for nobody. */
bool tr_queue_is_unwanted(const tr_line *line);

#endif
