/* update.h - fetched models brought up to date, or removed. */
#ifndef UPDATE_H
#define UPDATE_H

#include "fetch/parts/job.h"

/* Fetches newer versions of the models [n], or of all.  A status, after a sentence unless it is
 * EXIT_OK. */
int update_models(job *j, char **names, int n);

/* Removes the models [n].  A status as from update_models(). */
int remove_models(job *j, char **names, int n);

#endif
