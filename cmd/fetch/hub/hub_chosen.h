/* hub_chosen.h - the files of a repository that were chosen, and what is to be read of them first.
 */
#ifndef HUB_CHOSEN_H
#define HUB_CHOSEN_H

#include "hub_json.h"

enum { HUB_MAX_CHOSEN = 1024, HUB_WHY_SIZE = 500 };

typedef struct hub_choice {
    const char *format;    /* as convert --format has it; "" where the file tells */
    const hub_file **file; /* [n], which are the repository's */
    size_t n;
    const hub_file *index;    /* one of them, in JSON, which names further ones; or NULL */
    const hub_file *settings; /* one of them, of Marian's, which names further ones; or NULL */
    const hub_file *gguf;     /* one of them, whose first bytes tell what it is; or NULL */
    const hub_file *input;    /* the one that convert is given; NULL: the folder of them */
    const hub_file *vocab[2]; /* of the source and the target, for convert; or NULL */
    const hub_file *hparams;  /* one of them, of COMET's, which names the encoder; or NULL */
    bool is_adapter;          /* adapter_config.json names the model that it changes */
    const char *tokenizer;    /* the file that a metric lacks, and has to have; or NULL */
    char why[HUB_WHY_SIZE];   /* what is wrong */
} hub_choice;

/* Adds a file, unless it is empty or chosen already. */
void hub_choice_add(hub_choice *c, const hub_file *f);

/* Takes a file out, if it was chosen. */
void hub_choice_drop(hub_choice *c, const char *name);

bool hub_is_chosen(const hub_choice *c, const char *name);

/* True if a name ends in `end`. */
bool hub_name_ends(const char *name, const char *end);

void hub_choice_free(hub_choice *c);

#endif
