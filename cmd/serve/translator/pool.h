/* pool.h - threads that handle requests, started as they are needed. */
#ifndef HANDLER_POOL_H
#define HANDLER_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct handler_pool handler_pool;

/* Something to do; a part of what the caller has of it. */
typedef struct pool_task {
    struct pool_task *next;
} pool_task;

/* Up to `most` threads that call run(ctx, task). */
handler_pool *pool_open(int most, void (*run)(void *ctx, pool_task *task), void *ctx);

/* Does what is there, and ends. */
void pool_close(handler_pool *p);

/* False when no thread can be started, or more wait than `most_waiting`. */
bool pool_add(handler_pool *p, pool_task *task, size_t most_waiting);

#endif
