/* handler_pool.h - threads that handle requests, started as they are needed. */
#ifndef HANDLER_POOL_H
#define HANDLER_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct handler_pool handler_pool;

/* Something to do; a part of what the caller has of it. */
typedef struct handler_task {
    struct handler_task *next;
} handler_task;

/* Up to `most` threads that call run(ctx, task). */
handler_pool *handler_pool_open(int most, void (*run)(void *ctx, handler_task *task), void *ctx);

/* Does what is there, and ends. */
void handler_pool_close(handler_pool *p);

/* False when no thread can be started, or more wait than `most_waiting`. */
bool handler_pool_add(handler_pool *p, handler_task *task, size_t most_waiting);

#endif
