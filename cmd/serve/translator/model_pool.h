/*
 * model_pool.h - the models that a translator has: which there are, and engines of the ones in use.
 *
 * An engine is a service (tr_service) of one model, told its languages, with one glossary, with the
 * user's memory or without.  It is made when it is first asked for.
 */
#ifndef MODEL_POOL_H
#define MODEL_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "memory/tm.h"
#include "serve/translator/model_speed.h"
#include "serve/translator/shared_terms.h"
#include "translate.h"

typedef struct model_pool model_pool;

typedef struct model_pool_settings {
    const char *model;      /* the only one: a file, or a name; NULL: all that are found */
    int threads, beam_size; /* 0 = as the program does */
    int idle;               /* seconds after which what nobody asks for is closed */
    uint64_t max_memory;    /* bytes of this process: what is idle goes before; 0 = any */
    tm_settings memory;
    tr_service_limits limits;
} model_pool_settings;

/* A model by what is known of it without opening it; valid until the next model_pool_reload(). */
typedef struct known_model {
    char *name, *path;
    char **sources, **targets;     /* languages of each side, the last one NULL */
    bool told_source, told_target; /* it has to be told which of them is meant */
    model_speed *speed;            /* valid as long as the pool is */
} known_model;

/* What an engine is to be. */
typedef struct engine_spec {
    const char *source, *target;
    shared_terms *terms; /* NULL: none */
    bool memory;
    bool whole_lines; /* they are not cut into sentences */
} engine_spec;

typedef struct engine engine;

/* NULL after a sentence. */
model_pool *model_pool_open(const model_pool_settings *settings);
void model_pool_close(model_pool *s);
void model_pool_reload(model_pool *s);
void model_pool_tidy(model_pool *s);

/* Calls `take` for each model under the pool's lock: it must not use the pool. */
void model_pool_each(model_pool *s, void (*take)(void *ctx, const known_model *model), void *ctx);

/* The engine of the model that fits the languages best: to be let go.  NULL: none has them
 * (err->code is TR_OK), or it cannot be opened. */
engine *model_pool_take(model_pool *s, const engine_spec *spec, tr_error *err);
void model_pool_let_go(model_pool *s, engine *e);

/* True if a model has both languages; NULL stands for any. */
bool model_pool_has(model_pool *s, const char *source, const char *target);

tr_service *engine_service(engine *e);

/* A context of `n` sentences for its translations, which ends before the engine is let go; NULL
 * where there is none. */
tr_context *engine_context(const engine *e, int n);

/* True if its model's file was cut short meanwhile: what it says is worth nothing. */
bool engine_is_damaged(const engine *e);
const char *engine_digest(const engine *e); /* 64 digits of SHA-256: of all that its file says */

/* Each model that is open, under the lock. */
typedef void model_pool_take_open(void *ctx, const char *name, const char *source,
                                  const char *target, const char *digest);
void model_pool_each_open(model_pool *s, model_pool_take_open *take, void *ctx);

/* The speed of the model that model_pool_take() would open for these languages; NULL: none. */
model_speed *model_pool_speed(model_pool *s, const char *source, const char *target);
model_speed *engine_speed(engine *e);
int engine_beam(const engine *e); /* translations of a line that there may be */

/* Measures the speed of all models, which worked for so many seconds; 0 begins.  True if they have
 * done something since the last call. */
bool model_pool_measure(model_pool *s, double seconds);

/* Bytes of text that all engines have to do, and open models. */
void model_pool_load(model_pool *s, size_t *bytes, size_t *models);

#endif
