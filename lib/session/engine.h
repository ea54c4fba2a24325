/*
 * engine.h - the threads that translate what waits in a queue.
 *
 * Every worker has a session of its own, and takes sentences whenever its batch has room: so a slow
 * input is served line by line, a fast input in full batches.  A worker that finds no sentence
 * helps the others: a single line is translated by all threads together.
 *
 * There is one lock, the queue's.  A worker that has finished a line never waits for a client.
 */
#ifndef TR_ENGINE_H
#define TR_ENGINE_H

#include "session/queue.h"
#include "session/session.h"

typedef struct tr_engine {
    const tr_model *model;
    const tr_options *options;
    tr_queue queue;
    tr_crew crew;
    tr_session *first_session;  /* for the worker that starts first; under the lock */
    atomic_uint abandoned;      /* submissions so far */
    atomic_ullong n_translated; /* source tokens so far */
    size_t cache_bytes;         /* of sessions that have ended: under the lock */
} tr_engine;

/* Up to options->threads workers, of which none is started yet.  Model and options must outlive
 * them.  What is wrong with these shows here: errors are as from tr_session_create(). */
int tr_engine_init(tr_engine *w, const tr_model *model, const tr_options *options, tr_error *err);

/* Waits until all workers have ended; no submission is left. */
void tr_engine_end(tr_engine *w);

int tr_engine_threads(const tr_options *options);

/* Hands a line in, which comes back through the submission's done(), in any case.  False when not
 * even one thread can be started: the line is the caller's. */
bool tr_engine_add_locked(tr_engine *w, tr_submission *e, tr_line *line);

/* Nobody wants the submission's lines any more: they come back without a result, soon. */
void tr_engine_abandon_locked(tr_engine *w, tr_submission *e);

#endif
