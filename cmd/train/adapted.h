/* adapted.h - what adapting a model has done: on text of one's own, and on general text. */
#ifndef ADAPTED_H
#define ADAPTED_H

#include "job.h"

/* Compares the original with the model that was written: fills j->scores.  EXIT_OK, or EXIT_FAILED
 * after a sentence. */
int adapted_compare(train_job *j);

/* Says it, and whether it was worth it. */
void adapted_report(const train_job *j);

#endif
