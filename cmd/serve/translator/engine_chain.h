/* engine_chain.h - the inside of a translator, and the engines that a request goes through. */
#ifndef ENGINE_CHAIN_H
#define ENGINE_CHAIN_H

#include <stdatomic.h>

#include "serve/translator/admission.h"
#include "serve/translator/model_pool.h"
#include "serve/translator/translator_request.h"

typedef struct translator translator;
struct translator {
    model_pool *models;
    admission *admission;
    atomic_ullong n_sentences, n_source_tokens, n_target_tokens, n_retried, n_cancelled;
};

/* The engines that a request goes through, one after the other. */
typedef struct engine_chain {
    engine *steps[2];
    size_t n;
} engine_chain;

/* Finds the way from one language to another; fills in the answer's models, or its message. */
enum translator_status engine_chain_open(translator *d, engine_chain *r,
                                         const translator_request *request, const char *source,
                                         translator_answer *answer);
void engine_chain_close(translator *d, engine_chain *r);

/* Adds what a text of a language is to do to what a request asks for. */
void engine_chain_add_work(translator *d, admitted *r, const char *source, const char *target,
                           size_t bytes);

/* Has a request's work taken; else fills in why not. */
enum translator_status engine_chain_admit(translator *d, admitted *r,
                                          const translator_request *request,
                                          translator_answer *answer);

/* Why there is no answer where engine_is_damaged(). */
extern const char damaged_model[];

#endif
