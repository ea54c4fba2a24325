/* list.h - lists of models that can be fetched. */
#ifndef LIST_H
#define LIST_H

#include "job.h"

/* Prints the models of the languages or names [n], or all.  A status. */
int list_models(job *j, char **names, int n);

/* Prints all that is known of the models [n].  A status, after a sentence unless it is EXIT_OK. */
int list_details(job *j, char **names, int n);

#endif
