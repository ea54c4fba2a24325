/* model_languages.h - the languages that the models found have, and the one that was probably
 * meant. */
#ifndef MODEL_LANGUAGES_H
#define MODEL_LANGUAGES_H

#include "console/suggest.h"
#include "models/model_search.h"
#include "translate.h"

/* The language between two models. */
extern const char model_pivot_language[];

/* True if the first two languages are the other two: a pair is the same one. */
bool languages_same_pair(const char *source, const char *target, const char *other_source,
                         const char *other_target);

/* A function that is told of one language, as a model writes it.  It may be told of one twice. */
typedef void language_take(void *ctx, const char *language);

/* Every language that the model has on a side (enum tr_side). */
void languages_of_model(const tr_model *model, int side, language_take *take, void *ctx);

/* Every language of the models found; a file that cannot be opened has none. */
void languages_found(const model_list *list, int side, language_take *take, void *ctx);

/* Offers the language to a suggestion, which is `ctx`.  Each language also has its English name and
 * its own name: "German" and "Deutsch" are "de". */
void languages_suggest(void *ctx, const char *language);

#endif
