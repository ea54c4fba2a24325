/*
 * crew.h - the workers of a stream: who leads, who helps, who sleeps.
 *
 * A worker is a thread.  It leads while its batch has sentences; else it helps others to compute
 * (team.h), or waits:
 *
 *             there is a sentence                 the batch is empty
 *     looking ------------------> leading ---------------------------> looking
 *
 *             somebody leads, and there is room in the team
 *     looking ------------------> helping ---+   a call, or nobody leads any more
 *             nobody leads                   +-----------------------> looking
 *     looking ------------------> awake -----+   a call, or somebody leads
 *                                   |
 *             100 microseconds      v            a call
 *                               sleeping ----------------------------> looking
 *
 *             no work can come
 *     looking ------------------> ended
 *
 * A helper whose team is full, or that finds nothing else to do, sleeps too.  "A call" is made when
 * there may be something new to do, or nothing ever again.  To wake a sleeping thread takes a good
 * part of a short sentence's time: so a worker stays awake for a while.
 *
 * The lock is the queue's.  A function whose name ends in _locked is called with the lock
 * protected.
 */
#ifndef TR_CREW_H
#define TR_CREW_H

#include <pthread.h>

#include "base/pool.h"
#include "base/team.h"

typedef struct tr_crew {
    pthread_mutex_t *lock;
    pthread_cond_t called;
    tr_pool *pool;
    tr_team team;
    int n_sleeping; /* workers */
    bool ended;     /* no work comes from outside any more */

    /* These change under the lock, too; helpers read them without it. */
    atomic_int leaders;   /* workers that have sentences */
    atomic_int writing;   /* leaders that are writing, and may have to wait: 0 or 1 */
    atomic_int preparing; /* workers that make sentences of a line */
    atomic_uint calls;    /* so far */
} tr_crew;

/* The crew's record of one worker. */
typedef struct tr_member {
    tr_crew *crew;
    bool leads;
    unsigned calls; /* of the crew, when the worker last looked for work */
} tr_member;

/* A crew of up to n_threads workers that run work(ctx); none is started yet.  False when out of
 * memory. */
bool tr_crew_init(tr_crew *c, pthread_mutex_t *lock, int n_threads, void (*work)(void *ctx),
                  void *ctx);

/* Waits until all workers have ended. */
void tr_crew_join(tr_crew *c);

/* Calls a worker to new work: wakes a sleeping one, or starts one more.  When nobody is at work,
 * all are woken: those who find nothing will help.  False when no thread can be started at all. */
bool tr_crew_call_locked(tr_crew *c);

/* Calls all workers: there may be nothing to do ever again. */
void tr_crew_call_all_locked(tr_crew *c);

/* No work comes from outside any more. */
void tr_crew_end_locked(tr_crew *c);

/* True if there may be work later for a worker that finds none now. */
bool tr_crew_expects_work_locked(const tr_crew *c);

/* The worker has sentences, or has none any more.  `last`: it took the last work that there was;
 * more workers are started then, to help with it. */
void tr_crew_lead_locked(tr_member *m, bool leads, bool last);

/* The worker is about to make sentences of a line (change: 1), or has made them (-1). */
void tr_crew_prepare_locked(tr_crew *c, int change);

/* The worker is about to write, which may take long; then, that it has written.  Helpers that went
 * to sleep meanwhile are woken. */
int tr_crew_begin_writing_locked(const tr_member *m);
void tr_crew_end_writing_locked(const tr_member *m, int begun);

/* Passes the time until there may be work: helps, stays awake, sleeps.  The lock is let go
 * meanwhile. */
void tr_crew_rest_locked(tr_member *m);

#endif
