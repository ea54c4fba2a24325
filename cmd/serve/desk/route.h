/* route.h - the inside of a desk, and the way that an order takes through its engines. */
#ifndef ROUTE_H
#define ROUTE_H

#include <stdatomic.h>

#include "serve/desk/order.h"
#include "serve/desk/shelf.h"

typedef struct desk desk;
struct desk {
    shelf *models;
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

/* Why there is no answer where engine_is_damaged(). */
extern const char damaged_model[];

#endif
