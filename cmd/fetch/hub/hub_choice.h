/* hub_choice.h - the choice of files that the importer of a repository reads. */
#ifndef HUB_CHOICE_H
#define HUB_CHOICE_H

#include "hub_chosen.h"

/* Chooses; `wanted` is the file of weights that was asked for, or "".  What is wrong, or NULL.  The
 * caller frees *c either way. */
const char *hub_choose(hub_choice *c, const hub_repository *r, const char *wanted);

/* Adds the files that the text of the index names. */
const char *hub_choose_shards(hub_choice *c, const hub_repository *r, const cJSON *index);

/* Adds the files whose names stand in the settings, text [len]. */
const char *hub_choose_named(hub_choice *c, const hub_repository *r, const char *text, size_t len);

#endif
