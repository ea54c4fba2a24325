/*
 * check_queue.h - texts and translations that are checked by threads, many at once, and come out in
 * the order in which they were put in.
 */
#ifndef CHECK_QUEUE_H
#define CHECK_QUEUE_H

#include "check/checker.h"

typedef struct check_queue check_queue;

/* `write` is called for each pair, by one thread at a time, in order; the pair is freed after it,
 * and what it finds has spans of the texts as they were given.  The checker must live until
 * check_queue_end().  NULL after a sentence. */
check_queue *check_queue_start(const checker *c,
                               void (*write)(void *ctx, void *item, const findings *found),
                               void *ctx);

/* Waits while too many pairs are in the queue.  `pair` NULL: there is nothing to check; the item
 * has its place all the same. */
void check_queue_add(check_queue *q, const checked_pair *pair, void *item);

/* Waits until all is written; the status of what went wrong, with its sentence in *err. */
int check_queue_end(check_queue *q, tr_error *err);

#endif
