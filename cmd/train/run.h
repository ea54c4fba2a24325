/* run.h - a training run from its first step to the finished model. */
#ifndef RUN_H
#define RUN_H

#include "job.h"

/* Takes the steps, checks, and writes checkpoints, log and model.  EXIT_OK, or another status after
 * a sentence, as the other. */
int run_training(train_job *j);

#endif
