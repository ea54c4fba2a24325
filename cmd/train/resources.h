/* resources.h - the memory and the disk that a run takes, and whether they are there. */
#ifndef RESOURCES_H
#define RESOURCES_H

#include "job.h"

/* The number of parameters of a shape. */
double resources_n_parameters(const tr_shape *shape);

/* Bytes, for the shape and the recipe that are planned. */
double resources_memory(const train_job *j);
double resources_disk(const train_job *j);

/* EXIT_OK, or EXIT_FAILED after a sentence that says what is missing. */
int resources_check(const train_job *j);

#endif
