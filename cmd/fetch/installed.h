/*
 * installed.h - the models that were fetched.  A model's file is its own receipt: its origin is
 * "fetch:NAME@REVISION URL".
 */
#ifndef INSTALLED_H
#define INSTALLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model_folder.h"
#include "models/model_index.h"

typedef struct installed {
    char *name, *revision, *path;
    uint64_t size; /* bytes */
} installed;

typedef struct installed_list {
    installed *models; /* sorted by name */
    size_t n;
} installed_list;

/* The models in the user's place that fetch has put there. */
void installed_find(installed_list *list, const model_folder *p);
void installed_free(installed_list *list);

/* NULL: it was not fetched. */
const installed *installed_named(const installed_list *list, const char *name);

/* Returns the origin of a fetched model, as its file has it; the caller frees it. */
char *installed_origin(const index_model *m, const char *url);

#endif
