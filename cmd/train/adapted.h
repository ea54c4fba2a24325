/* adapted.h - result of adapting a model: scores on the own text and on general text. */
#ifndef ADAPTED_H
#define ADAPTED_H

#include "job.h"

/* Compares the original with the model that was written, and fills j->scores.  EXIT_OK, or
 * EXIT_FAILED after a sentence. */
int adapted_compare(train_job *j);

/* Prints the scores and a verdict on standard error. */
void adapted_report(const train_job *j);

#endif
