/* pool.h - worker threads (pthreads) that are started one by one, as work comes in. */
#ifndef TR_POOL_H
#define TR_POOL_H

#include <pthread.h>
#include <stdbool.h>

/* Bytes of stack of each thread that the library and its programs start.  No thread of theirs
 * writes to more than 48 KiB; the rest is for the system's libraries, and for sanitizers. */
enum { TR_THREAD_STACK = 256 << 10 };

/* pthread_create() with that stack, whatever `ulimit -s` says; returns 0 or an errno. */
int tr_thread_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx);

typedef struct tr_pool tr_pool;

/* A pool of up to `max` threads that call work(ctx).  No thread is started yet.  NULL when out of
 * memory. */
tr_pool *tr_pool_create(int max, void (*work)(void *ctx), void *ctx);

/* Starts one more thread; false when there are `max` of them, or when the system refuses.  Threads
 * of the pool may call it, too. */
bool tr_pool_add(tr_pool *pool);
int tr_pool_size(tr_pool *pool); /* threads started */

/* Waits until all threads have returned, and frees the pool. */
void tr_pool_join(tr_pool *pool);

/* Cores this process may run on, at least 1. */
int tr_pool_cores(void);

/* The core that the calling thread runs on; -1 when the system does not tell. */
int tr_pool_core(void);

/* Moves the calling thread away from a core, if it may run on another one.  It may come back. */
void tr_pool_leave_core(int core);

#endif
