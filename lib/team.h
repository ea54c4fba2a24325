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

enum { TR_TEAM_MOST = 8 }; /* threads that work together: more would get in each other's way */

typedef void tr_team_part(void *ctx, size_t i);

typedef struct tr_team {
    _Alignas(64) atomic_int helpers; /* threads within tr_team_help() */
    _Alignas(64) atomic_bool taken;  /* some thread's parts are in the fields below */
    atomic_bool open;                /* and may be helped with */
    atomic_int core;                 /* that this thread runs on */
    tr_team_part *part;
    void *ctx;
    size_t n;
    _Alignas(64) atomic_size_t next; /* part to take */
    _Alignas(64) atomic_int inside;  /* helpers that may be at a part */
} tr_team;

/* Whether somebody is there to help: else work is better left in one piece.  NULL: nobody. */
bool tr_team_ready(tr_team *team);

/* part(ctx, i) for i = 0 .. n-1, in any order, by this thread and helpers.  Returns when all are
 * done.  With NULL, or while another thread's parts are being run, by this thread alone. */
void tr_team_run(tr_team *team, size_t n, tr_team_part *part, void *ctx);

/* Helps until leave(ctx), which is asked again and again.  False, at once, when there are enough
 * helpers. */
bool tr_team_help(tr_team *team, bool (*leave)(void *ctx), void *ctx);

#endif
