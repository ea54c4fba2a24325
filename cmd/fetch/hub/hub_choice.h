/* hub_choice.h - the files of a repository that its importer reads, and no others. */
#ifndef HUB_CHOICE_H
#define HUB_CHOICE_H

#include "hub_json.h"

enum { HUB_MAX_CHOSEN = 1024 };

typedef struct hub_choice {
    const char *format;    /* as convert --format has it */
    const hub_file **file; /* [n], which are the repository's */
    size_t n;
    const hub_file *index; /* one of them, which names further ones: NULL where none does */
} hub_choice;

/* Chooses; what is wrong, or NULL.  The caller frees *c either way. */
const char *hub_choose(hub_choice *c, const hub_repository *r);

/* Adds the files that the text of the index names. */
const char *hub_choose_shards(hub_choice *c, const hub_repository *r, const cJSON *index);

void hub_choice_free(hub_choice *c);

#endif
