/* install.h - a model made of the files that were fetched, and put in its place. */
#ifndef INSTALL_H
#define INSTALL_H

#include "fetch/parts/download.h"
#include "fetch/parts/job.h"

/* Converts parts [m->n_files] to one file, or takes over a part that is a model.  The parts go,
 * unless they may serve another time.  A status, after a sentence unless it is EXIT_OK or
 * EXIT_STOPPED. */
int install_parts(const job *j, const index_model *m, const download *parts);

/* Removes the bytes of the model's files that have come. */
void install_remove_parts(const job *j, const index_model *m);

#endif
