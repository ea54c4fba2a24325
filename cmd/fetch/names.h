/* names.h - languages of the list of models by their names: "french" is fr. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

#include "models/model_index.h"

/* The language of the list that a word means, as a tag or a name; NULL when there is none. */
const char *names_language(const model_index *index, const char *word);

/* What was typed, with languages as the list writes them: "french" is "fr", "english-french"
 * "en-fr".  What is no language stays.  The caller frees it. */
char *names_word(const model_index *index, const char *word);

#endif
