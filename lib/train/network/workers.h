/*
 * workers.h - worker threads that share every operation of a training step.
 *
 * Results do not depend on the number of threads: neither do the parts that work is cut into, and
 * no part adds to the results of another.
 */
#ifndef TR_WORKERS_H
#define TR_WORKERS_H

#include <stddef.h>

#include "base/error.h"

typedef struct tr_workers tr_workers;

/* part(ctx, i, scratch); no other thread uses `scratch` meanwhile. */
typedef void tr_workers_part(void *ctx, size_t i, float *scratch);

/* `threads` in 1 .. TR_TEAM_MOST_THREADS (team.h), including the caller's; each has `scratch`
 * floats.  TR_ENOMEM. */
int tr_workers_create(tr_workers **w, size_t threads, size_t scratch, tr_error *err);
void tr_workers_free(tr_workers *w); /* NULL is allowed */

/* Between begin and end the other threads wait actively, so that each takes a core. */
void tr_workers_begin(tr_workers *w);
void tr_workers_end(tr_workers *w);

/* Runs parts 0 .. n - 1, n < 65536, and returns when they are done. */
void tr_workers_run(tr_workers *w, size_t n, tr_workers_part *part, void *ctx);

/* Runs work(ctx, first, n, scratch), for rows first .. first + n - 1, in parts of `each` rows. */
typedef void tr_workers_rows(void *ctx, size_t first, size_t n, float *scratch);
void tr_workers_share(tr_workers *w, size_t n_rows, size_t each, tr_workers_rows *work, void *ctx);

#endif
