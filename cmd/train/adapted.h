/* adapted.h - result of adapting a model: scores on the own text and on general text. */
#ifndef ADAPTED_H
#define ADAPTED_H

#include "job.h"

/* General text as the original translates it, beside which others are measured. */
typedef struct adapted {
    train_job *j;
    tr_evaluation *general; /* NULL: no general text is held out */
} adapted;

/* EXIT_OK, or EXIT_FAILED after a sentence; adapted_end() follows either. */
int adapted_begin(adapted *a, train_job *j);
void adapted_end(adapted *a);

/* Compares the original with a model, by held-out general text.  EXIT_OK, or EXIT_FAILED after a
 * sentence. */
int adapted_try(const adapted *a, const char *model, held_out_comparison *general);

/* True if general text comes out worse. */
bool adapted_forgets(const held_out_comparison *general);

/* Compares the original with the model that was written, by both texts, and fills j->scores.
 * EXIT_OK, or EXIT_FAILED after a sentence. */
int adapted_compare(train_job *j);

/* Prints the scores and a verdict on standard error. */
void adapted_report(const train_job *j);

#endif
