/* find.h - the model that a word means, of the list or of a hub. */
#ifndef FIND_H
#define FIND_H

#include "job.h"

/* EXIT_OK; another status after a sentence, and *m is NULL. */
int find_model(job *j, const char *word, const index_model **m);

#endif
