/* result.h - what a training run makes: a model, and adapters as PEFT keeps them. */
#ifndef RESULT_H
#define RESULT_H

#include "job.h"

/* Writes weights w, a block of what learns, as a model with the run's numbers and scores. */
int result_write(train_job *j, const char *path, const float *w, bool int8, tr_error *err);

/* Writes the run's adapters, if it has any, to their folder. */
int result_write_adapters(train_job *j, const float *w);

/* Writes the best weights of the checkpoint as a model, as --export asks.  EXIT_OK, or another
 * status after a sentence. */
int result_export(train_job *j);

#endif
