/*
 * team.h - idle threads that help a busy one.
 *
 * A thread that has work in parts runs them through a team; threads that have nothing else to do
 * take parts too, as long as there are any.  Helpers spin, for parts come every few microseconds:
 * a thread should help only while another one is at work.
 */
#ifndef TR_TEAM_H
#define TR_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TR_TEAM_MOST = 8 }; /* threads that work together: more would get in each other's way */

typedef void tr_team_part(void *ctx, size_t i);

typedef struct tr_team {
    _Alignas(64) atomic_int helpers; /* threads within tr_team_help() */
    _Alignas(64) atomic_bool taken;  /* some thread's parts are in the fields below */

    _Alignas(64) tr_team_part *part;
    void *ctx;
    atomic_int core; /* 1 + the one that this thread runs on; 0: not known */

    _Alignas(64) _Atomic uint64_t parts; /* how many, taken from the end, and from the front */
    _Alignas(64) atomic_size_t done;     /* by helpers */
} tr_team;

/* Threads that work together: the caller and those that are there to help.  NULL: 1. */
size_t tr_team_size(tr_team *team);

/* The calling thread is about to run parts for a while, or has ended.  Helpers keep off its core,
 * and those that were woken on it get the time to leave. */
void tr_team_lead(tr_team *team, bool leads);

/* part(ctx, i) for i = 0 .. n-1, n < 65536, by this thread from the first on and by helpers from
 * the last: what they read stays in their caches from one time to the next.  Returns when all are
 * done.  With NULL, or while another thread's parts are being run, by this thread alone. */
void tr_team_run(tr_team *team, size_t n, tr_team_part *part, void *ctx);

/* Helps until leave(ctx), which is asked again and again.  False, at once, when there are enough
 * helpers. */
bool tr_team_help(tr_team *team, bool (*leave)(void *ctx), void *ctx);

/* Spins until leave(ctx), for some 100 microseconds at most. */
void tr_team_linger(bool (*leave)(void *ctx), void *ctx);

#endif
