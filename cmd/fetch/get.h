/* get.h - models fetched and converted: from an entry of the index to a file. */
#ifndef GET_H
#define GET_H

#include "job.h"

/* Fetches and converts one model.  A status, after a sentence unless it is EXIT_OK. */
int get_model(job *j, const index_model *m);

/* Fetches the models that pairs or names [n] mean, unless they are there.  A status as from
 * get_model(). */
int get_models(job *j, char **names, int n);

#endif
