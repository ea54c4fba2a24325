/* route.h - the inside of a translator, and the way that a request takes through its engines. */
#ifndef ROUTE_H
#define ROUTE_H

#include <stdatomic.h>

#include "serve/translator/model_pool.h"
#include "serve/translator/translator_request.h"

typedef struct translator translator;
struct translator {
    model_pool *models;
    atomic_ullong n_sentences, n_source_tokens, n_target_tokens, n_retried, n_cancelled;
};

/* The engines that a request goes through, one after the other. */
typedef struct translator_route {
    engine *steps[2];
    size_t n;
} translator_route;

/* Finds the way from one language to another; fills in the answer's models, or its message. */
enum translator_status translator_route_open(translator *d, translator_route *r,
                                             const translator_request *request, const char *source,
                                             translator_answer *answer);
void translator_route_close(translator *d, translator_route *r);

/* Why there is no answer where engine_is_damaged(). */
extern const char damaged_model[];

#endif
