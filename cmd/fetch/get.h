/* get.h - models fetched: from what is asked for to a file in its place. */
#ifndef GET_H
#define GET_H

#include <stdbool.h>

#include "fetch/parts/job.h"

/* Fetches and installs one model.  A status, after a sentence unless it is EXIT_OK.  *is_new: this
 * run has brought the model, and no other. */
int get_model(job *j, const index_model *m, bool *is_new);

/* Fetches the models that pairs or names [n] mean, unless they are there.  A status, after a
 * sentence unless it is EXIT_OK. */
int get_models(job *j, char **names, int n);

#endif
