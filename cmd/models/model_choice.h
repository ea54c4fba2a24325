/* model_choice.h - the model that a command line means. */
#ifndef MODEL_CHOICE_H
#define MODEL_CHOICE_H

#include <stdbool.h>

#include "console/options.h"
#include "models/model_languages.h"
#include "translate.h"

/* -m, -f and -t; NULL where not given. */
typedef struct model_choice {
    const char *model, *from, *to;
} model_choice;

#define MODEL_OPTION_ROWS(type, field)                                                             \
    OPTION_ROW('m', "model", "FILE|NAME", OPTION_TEXT, offsetof(type, field.model),                \
               "the model: a file, or the name of one that \"translate models\" lists"),           \
        OPTION_ROW('f', "from", "LANG", OPTION_TEXT, offsetof(type, field.from),                   \
                   "language of the text; picks among the models found"),                          \
        OPTION_ROW('t', "to", "LANG", OPTION_TEXT, offsetof(type, field.to),                       \
                   "language of the translation")

/* Opens the model that is meant, calls `use`, and closes the model: the status that `use` returns,
 * or EXIT_FAILED, after a sentence, if there is no such model. */
int model_use(const model_choice *choice, int (*use)(const tr_model *model, void *ctx), void *ctx);

/* As model_use(); but where no model has both languages that are asked for, and two have them by
 * way of English, `use_two` is called with both, the one that reads the source first. */
int model_use_or_two(const model_choice *choice, int (*use)(const tr_model *model, void *ctx),
                     int (*use_two)(const tr_model *first, const tr_model *second, void *ctx),
                     void *ctx);

/* True if a model has the languages that are not NULL and need not be told any; one that does not
 * tell its languages has all. */
bool model_fits(const tr_model *model, const char *from, const char *to);

/* True if there is such a model, or with `or_two` two by way of English; one that is named is. */
bool model_is_there(const model_choice *choice, bool or_two);

/* True if models of several sources translate to the language that is asked for, and no source is
 * given. */
bool model_needs_source(const model_choice *choice);

/* The languages of the model that is used where nothing is chosen. */
extern const model_choice model_default_pair;

/* True if the model has the languages that the choice names, if they are languages that a model is
 * told; else after a sentence.  For commands that do not tell them, and would ignore them. */
bool model_has_languages(const tr_model *model, const model_choice *choice);

/* Tells a model which of its languages are meant. */
void model_choose_languages(tr_options *o, const model_choice *choice);

#endif
