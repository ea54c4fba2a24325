/* handler_pool.h - threads that handle requests: started as they are needed, ended when there is
 * nothing to do for them. */
#ifndef HANDLER_POOL_H
#define HANDLER_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct handler_pool handler_pool;

/* Something to do; a part of what the caller has of it. */
typedef struct handler_task {
    struct handler_task *next;
} handler_task;

enum { HANDLER_PATIENCE = 10 }; /* what a server has */

/* Up to `most` threads that call run(ctx, task).  One ends that had nothing to do for `patience`
 * seconds. */
handler_pool *handler_pool_open(int most, int patience, void (*run)(void *ctx, handler_task *task),
                                void *ctx);

/* Does what is there, and ends. */
void handler_pool_close(handler_pool *p);

/* False when no thread can be started, or more wait than `most_waiting`. */
bool handler_pool_add(handler_pool *p, handler_task *task, size_t most_waiting);

/* Threads that there are. */
int handler_pool_size(handler_pool *p);

#endif
