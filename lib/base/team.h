/*
 * team.h - idle threads that help a busy thread.
 *
 * A thread cuts its work into parts, and runs them through a team.  Threads that have nothing else
 * to do take some of the parts.  A helper spins while it waits, since new parts come every few
 * microseconds: a thread should help only while another one is at work.
 */
#ifndef TR_TEAM_H
#define TR_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TR_TEAM_MOST = 8,         /* threads that work together, of a team that says nothing else: in a
                                 translation more of them would only be in the way */
    TR_TEAM_MOST_THREADS = 64 /* of any team */
};

/* Each of the three counts has 16 bits, and a thread that finds no part left counts one too many.
 */
enum { TR_TEAM_MOST_PARTS = 65535 - TR_TEAM_MOST_THREADS };

typedef void tr_team_part(void *ctx, size_t i);

typedef struct tr_team {
    int most;                        /* threads that work together; 0: TR_TEAM_MOST */
    _Alignas(64) atomic_int helpers; /* threads in tr_team_help() */
    _Alignas(64) atomic_bool taken;  /* the fields below hold the parts of some thread */

    _Alignas(64) tr_team_part *part;
    void *ctx;
    atomic_int core; /* the core that the thread with the parts runs on, plus 1; 0: not known */

    _Alignas(64) _Atomic uint64_t
        parts; /* three counts: all parts, parts taken from the end, parts taken from the front */
    _Alignas(64) atomic_size_t done; /* parts that helpers have done */
} tr_team;

/* The number of threads that work together: the caller and its helpers.  1 for NULL. */
size_t tr_team_size(tr_team *team);

/* The calling thread is about to run parts for a while, or will run no more.  Helpers stay away
 * from the core of this thread; a helper that woke up on this core gets the time to leave it. */
void tr_team_lead(tr_team *team, bool leads);

/* Calls part(ctx, i) for i = 0 .. n-1, n <= TR_TEAM_MOST_PARTS, and returns when all calls have
 * returned.  This thread begins with the first part, helpers begin with the last: so each thread
 * reads the same data from one time to the next, and finds it in its cache.  With team NULL, or
 * while the parts of another thread are run, this thread makes all calls. */
void tr_team_run(tr_team *team, size_t n, tr_team_part *part, void *ctx);

/* Helps until leave(ctx) is true; leave() is called again and again.  Returns false at once when
 * there are enough helpers. */
bool tr_team_help(tr_team *team, bool (*leave)(void *ctx), void *ctx);

/* Spins until leave(ctx) is true, for about 100 microseconds at most. */
void tr_team_linger(bool (*leave)(void *ctx), void *ctx);

#endif
