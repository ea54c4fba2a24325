/*
 * find.h - the models of this machine, and which of them a command line means.
 *
 * Looked up in $TRANSLATE_MODELS (a colon list), the user's data directory, and what was
 * installed or built with the program.  In each, a model is NAME.gguf or NAME/FILE.gguf.
 */
#ifndef FIND_H
#define FIND_H

#include <stddef.h>

#include "options.h"
#include "translate.h"

/* -m, -f and -t; NULL where not given. */
typedef struct model_choice {
    const char *model, *from, *to;
} model_choice;

#define MODEL_OPTION_ROWS(type, field)                                                             \
    {'m',                                                                                          \
     "model",                                                                                      \
     "FILE|NAME",                                                                                  \
     "the model: a file, or the name of one that \"translate models\" "                            \
     "lists",                                                                                      \
     OPTION_TEXT,                                                                                  \
     offsetof(type, field.model),                                                                  \
     0,                                                                                            \
     0},                                                                                           \
        {'f',         "from",                                                                      \
         "LANG",      "language of the source; picks among the models found",                      \
         OPTION_TEXT, offsetof(type, field.from),                                                  \
         0,           0},                                                                          \
    {                                                                                              \
        't', "to", "LANG", "language of the translation; picks likewise", OPTION_TEXT,             \
            offsetof(type, field.to), 0, 0                                                         \
    }

typedef struct found_model {
    char *path, *folder, *stem; /* folder: NULL for a model that has none of its own */
    const char *name;           /* what -m calls it: one of the two above */
} found_model;

typedef struct model_list {
    found_model *models;
    size_t n;
    char **places; /* directories looked in, whether they exist or not */
    size_t n_places;
} model_list;

void models_find(model_list *list);
void models_free(model_list *list);

/* Opens the model that is meant; NULL after a sentence. */
tr_model *model_open(const model_choice *choice);

/* Tells a model which of its languages are meant. */
void model_choose_languages(tr_options *o, const model_choice *choice);

#endif
