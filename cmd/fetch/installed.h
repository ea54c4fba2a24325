/*
 * installed.h - the models that were fetched.  A model's file is its own receipt: its origin is
 * "fetch:NAME@REVISION URL", where hf:OWNER/NAME[@REVISION] stands in the place of the address of a
 * hub's model.
 */
#ifndef INSTALLED_H
#define INSTALLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fetch/parts/model_folder.h"
#include "models/model_index.h"

typedef struct installed {
    char *name, *revision, *path;
    char *place;   /* what fetches it again, if that is a hub, as hf:OWNER/NAME; or NULL */
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

/* The model that was fetched by hf:OWNER/NAME[@REVISION]; NULL: none was. */
const installed *installed_from(const installed_list *list, const char *place);

/* True if both come from the same repository of a hub, or both from a list of models. */
bool installed_is_same(const installed *old, const index_model *m);

/* Returns the origin of a fetched model, as its file has it; the caller frees it. */
char *installed_origin(const index_model *m, const char *url);

#endif
