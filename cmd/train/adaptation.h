/* adaptation.h - result of adapting a model: scores on the own text and on general text. */
#ifndef ADAPTATION_H
#define ADAPTATION_H

#include "job.h"

/* General text as the original translates it, beside which others are measured. */
typedef struct adaptation {
    train_job *j;
    tr_evaluation *general; /* NULL: no general text is held out */
} adaptation;

/* EXIT_OK, or EXIT_FAILED after a sentence; adaptation_end() follows either. */
int adaptation_begin(adaptation *a, train_job *j);
void adaptation_end(adaptation *a);

/* Compares the original with a model, by held-out general text.  EXIT_OK, or EXIT_FAILED after a
 * sentence. */
int adaptation_try(const adaptation *a, const char *model, held_out_comparison *general);

/* True if general text comes out worse. */
bool adaptation_forgets(const held_out_comparison *general);

/* Compares the original with the model that was written, by both texts, and fills the job's scores;
 * `fit` sees what the latter makes of the own text.  EXIT_OK, or EXIT_FAILED after a sentence. */
int adaptation_compare(const adaptation *a, held_out_fit *fit);

/* Prints the scores and a verdict on standard error. */
void adaptation_report(const train_job *j);

#endif
