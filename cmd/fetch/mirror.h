/* mirror.h - a folder of files that other machines fetch from. */
#ifndef MIRROR_H
#define MIRROR_H

#include "fetch/parts/job.h"

/* Puts the files of the models that pairs or names [n] mean into the folder that --mirror names.  A
 * status, after a sentence unless it is EXIT_OK. */
int mirror_models(job *j, char **names, int n);

#endif
