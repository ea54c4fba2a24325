/* desk_internal.h - the inside of a desk. */
#ifndef DESK_INTERNAL_H
#define DESK_INTERNAL_H

#include "serve/desk/shelf.h"

struct desk {
    shelf *models;
    int threads;
    atomic_ullong n_sentences, n_source_tokens, n_target_tokens, n_retried, n_cancelled;
};

/* The engines that an order goes through, one after the other. */
typedef struct desk_route {
    engine *steps[2];
    size_t n;
} desk_route;

/* Finds the way from one language to another; fills in the answer's models, or its message. */
enum desk_status desk_route_open(desk *d, desk_route *r, const desk_order *order,
                                 const char *source, desk_answer *answer);
void desk_route_close(desk *d, desk_route *r);

#endif
