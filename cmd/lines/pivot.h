/*
 * pivot.h - two models, one after the other: lines go through the first on a thread of its own,
 * and what it makes of them is the input of the second.
 */
#ifndef PIVOT_H
#define PIVOT_H

#include <stdbool.h>

#include "console/json.h"
#include "translate.h"

typedef struct pivot pivot;

/* The first model's translation of a line. */
typedef struct pivot_half {
    char *source;              /* the line as it was */
    char *message;             /* why it has no translation, or NULL */
    cJSON *json;               /* its best hypothesis, or NULL unless it was asked for */
    cJSON *lost;               /* things that it lacks; NULL unless JSON was asked for */
    size_t n_repaired, n_lost; /* as in tr_translation */
    float quality;             /* as there */
} pivot_half;

/* Begins to translate what `read` gives; `with_json` asks for pivot_half.json.  Model, options and
 * `read` must live until pivot_end().  NULL after a sentence. */
pivot *pivot_start(const tr_model *first, const tr_options *o,
                   ptrdiff_t (*read)(void *ctx, char *bytes, size_t size), void *ctx,
                   bool with_json);

/* The lines of the first model's translations: tr_stream_io.read of the second stream. */
ptrdiff_t pivot_read(void *ctx, char *bytes, size_t size);

/* Takes the first model's translation of the next line that the second one writes; the caller frees
 * it with pivot_half_free().  False where no line is left. */
bool pivot_next(pivot *p, pivot_half *half);
void pivot_half_free(pivot_half *half);

/* Waits for the first model's end.  Its status, and its sentence in *err. */
int pivot_end(pivot *p, tr_error *err);

#endif
