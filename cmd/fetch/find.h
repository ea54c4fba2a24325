/* find.h - what words of a command line mean: languages and models of the list, models of a hub. */
#ifndef FIND_H
#define FIND_H

#include <stdbool.h>

#include "fetch/parts/job.h"

/* The language of the list that a word means, as a tag or a name, "french" or "fr"; NULL when there
 * is none. */
const char *find_language(const model_index *index, const char *word);

/* What was typed, with languages as the list writes them: "french" is "fr", "english-french"
 * "en-fr".  What is no language stays.  The caller frees it. */
char *find_name(const model_index *index, const char *word);

/* True after a sentence if an entry of that name was left out of the list of models. */
bool find_tells_left_out(const job *j, const char *name);

/* The model that a pair, a name or a place of a hub means.  EXIT_OK; another status after a
 * sentence, and *m is NULL. */
int find_model(job *j, const char *word, const index_model **m);

#endif
