/* resources.h - resources of a run: the memory and disk that it takes, and a check that they are
 * there. */
#ifndef RESOURCES_H
#define RESOURCES_H

#include "job.h"

/* The number of parameters of a shape. */
double resources_n_parameters(const tr_shape *shape);

/* Bytes that the planned shape and recipe take. */
double resources_memory(const train_job *j);
double resources_disk(const train_job *j);

/* EXIT_OK, or EXIT_FAILED after a sentence that names what is missing. */
int resources_check(const train_job *j);

#endif
