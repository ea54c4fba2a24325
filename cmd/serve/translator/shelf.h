/*
 * shelf.h - the models that a translator has: which there are, and engines of those that are in
 * use.
 *
 * An engine is a service (tr_service) of one model, told its languages, with one glossary, with the
 * user's memory or without.  It is made when it is first asked for.
 */
#ifndef SHELF_H
#define SHELF_H

#include <stdbool.h>
#include <stdint.h>

#include "memory/tm.h"
#include "translate.h"

typedef struct shelf shelf;

typedef struct shelf_settings {
    const char *model;      /* the only one: a file, or a name; NULL: all that are found */
    int threads, beam_size; /* 0 = as the program does */
    int idle;               /* seconds after which what nobody asks for is closed */
    uint64_t max_memory;    /* bytes of this process: what is idle goes before; 0 = any */
    tm_settings memory;
    tr_service_limits limits;
} shelf_settings;

/* A model by what is known of it without opening it; valid until the next shelf_reload(). */
typedef struct shelf_model {
    char *name, *path;
    char **sources, **targets;     /* languages of each side, the last one NULL */
    bool told_source, told_target; /* it has to be told which of them is meant */
} shelf_model;

/* What an engine is to be. */
typedef struct engine_wish {
    const char *source, *target;
    tr_string glossary; /* lines of terms; a text of NULL: none */
    const char *glossary_name;
    bool memory;
    bool whole_lines; /* they are not cut into sentences */
} engine_wish;

typedef struct engine engine;

/* NULL after a sentence. */
shelf *shelf_open(const shelf_settings *settings);
void shelf_close(shelf *s);
void shelf_reload(shelf *s);
void shelf_tidy(shelf *s);

/* Calls `take` for each model under the shelf's lock: it must not use the shelf. */
void shelf_each(shelf *s, void (*take)(void *ctx, const shelf_model *model), void *ctx);

/* The engine of the model that fits the languages best: to be let go.  NULL: none has them
 * (err->code is TR_OK), or it cannot be opened. */
engine *shelf_take(shelf *s, const engine_wish *wish, tr_error *err);
void shelf_let_go(shelf *s, engine *e);

/* True if a model has both languages; NULL stands for any. */
bool shelf_has(shelf *s, const char *source, const char *target);

tr_service *engine_service(engine *e);
/* True if its model's file was cut short meanwhile: what it says is worth nothing. */
bool engine_is_damaged(const engine *e);
const char *engine_digest(const engine *e); /* 64 digits of SHA-256: of all that its file says */

/* Each model that is open, under the lock. */
typedef void shelf_take_open(void *ctx, const char *name, const char *source, const char *target,
                             const char *digest);
void shelf_each_open(shelf *s, shelf_take_open *take, void *ctx);

/* Bytes of text that all engines have to do, and open models. */
void shelf_load(shelf *s, size_t *bytes, size_t *models);

#endif
