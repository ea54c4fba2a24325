/* list.h - lists of models that can be fetched. */
#ifndef LIST_H
#define LIST_H

#include "fetch/parts/job.h"

/* Prints the models of the languages or names [n]; without any, the pairs that there are models of.
 * A status. */
int list_models(job *j, char **names, int n);

/* Prints the languages that there are models of. */
int list_languages(job *j, char **names, int n);

#endif
