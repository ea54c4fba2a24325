/*
 * model_search.h - the models of this machine.
 *
 * Looked up in $TRANSLATE_MODELS (a colon list), the user's data directory, and what was
 * installed or built with the program.  In each, a model is NAME.gguf or NAME/FILE.gguf.  Models
 * that the user's settings name (preferences.h) go before all others, in the order of the settings.
 */
#ifndef MODEL_SEARCH_H
#define MODEL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct found_model {
    char *path, *folder, *stem; /* folder: NULL for a model that has none of its own */
    const char *name;           /* what -m calls it: one of the two above */
    bool is_shipped;            /* it came with the program */
} found_model;

typedef struct model_list {
    found_model *models;
    size_t n, n_pinned; /* the first ones come from the settings */
    char **places;      /* directories looked in, whether they exist or not */
    size_t n_places;
    size_t shipped_place; /* which of them came with the program */
    bool failed;          /* after a sentence: there may be others */
} model_list;

void models_find(model_list *list);
void models_free(model_list *list);

/* The folder of the user's own models, whether it exists or not; NULL without a home.  The caller
 * frees it. */
char *models_user_place(void);

/* The model of a folder of this name, else the file of this name; NULL when there is none. */
const found_model *models_named(const model_list *list, const char *name);

/* True if a name ends as a model file's does. */
bool is_model_file_name(const char *name);

#endif
