/* pool.h - worker threads (pthreads), started one by one as work comes in. */
#ifndef TR_POOL_H
#define TR_POOL_H

#include <stdbool.h>

typedef struct tr_pool tr_pool;

/* A pool for up to `max` threads that call work(ctx); none is started yet.  NULL: no memory. */
tr_pool *tr_pool_create(int max, void (*work)(void *ctx), void *ctx);

/* Starts one more thread; false when there are `max`, or the system refuses.  May be called by
 * the pool's own threads too. */
bool tr_pool_add(tr_pool *pool);
int tr_pool_size(tr_pool *pool); /* threads started */

/* Waits until all have returned, and frees the pool. */
void tr_pool_join(tr_pool *pool);

/* Cores this process may run on, at least 1. */
int tr_pool_cores(void);

/* The core that the calling thread runs on, or -1 when the system does not tell. */
int tr_pool_core(void);

/* Moves the calling thread off a core, if it may run on another; it stays free to come back. */
void tr_pool_leave_core(int core);

#endif
