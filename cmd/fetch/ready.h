/* ready.h - what a model that was fetched is used for from now on. */
#ifndef READY_H
#define READY_H

#include "fetch/parts/job.h"

/* Says so, unless --quiet, and adds the model to the results. */
void ready_tell(job *j, const index_model *m);

#endif
