/* pool.h - run one function on several threads (pthreads). */
#ifndef TR_POOL_H
#define TR_POOL_H

typedef struct tr_pool tr_pool;

/* Starts up to `n` threads that each call work(ctx, i), i = 0 .. n-1.  Fewer than `n` when the
 * system refuses more, which is slow, not wrong; NULL when there is not even one. */
tr_pool *tr_pool_start(int n, void (*work)(void *ctx, int i), void *ctx);

/* Waits until all have returned, and frees the pool. */
void tr_pool_join(tr_pool *pool);

/* Cores this process may run on, at least 1. */
int tr_pool_cores(void);

#endif
