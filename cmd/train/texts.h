/* texts.h - texts of a run: the one learnt from, held-out text, general text; and their vocabulary.
 */
#ifndef TEXTS_H
#define TEXTS_H

#include "job.h"

/* Reads, checks and encodes the texts, with the vocabulary that there is or is made.  EXIT_OK, or
 * another status after a sentence. */
int texts_read(train_job *j);

/* The text whose held-out pairs checks look at. */
const tr_bitext *texts_held_out(const train_job *j);

#endif
