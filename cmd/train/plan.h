/* plan.h - plan of a run: size, steps and rates, decided and reported before the first step. */
#ifndef PLAN_H
#define PLAN_H

#include "job.h"

/* Reads the numbers among the options.  EXIT_OK, or another status after a sentence, as the other.
 */
int plan_settings(train_job *j);

/* Decides all that was not given, reports it, and creates the trainer unless --plan was given. */
int plan_prepare(train_job *j);

/* Writes a time as people say it: "3.2 h", "45 min", "20 s". */
void plan_time_text(double seconds, char *text, size_t size);

#endif
