/* network.h - the network that a run trains: its size and its kinds of layers. */
#ifndef NETWORK_H
#define NETWORK_H

#include "job.h"

/* Takes the shape of the checkpoint or of the model that is adapted, or else the shape that the
 * options tell and, where they do not say its size, one that suits text and time.  EXIT_OK, or
 * another status after a sentence. */
int network_choose(train_job *j);

/* Checks what options say of scores: EXIT_OK, or EXIT_MISUSE after a sentence. */
int network_check(const train_job *j);

/* Checks that options say nothing else of the network than the model has that is adapted: EXIT_OK,
 * or another status after a sentence. */
int network_keeps(train_job *j);

/* The word for an enum tr_score. */
const char *network_score(int score);

#endif
