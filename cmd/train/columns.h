/* columns.h - whether the two sides of a text have changed places. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "job.h"

/* Warns where the languages that the sides are in, by their first lines, are those of the other
 * side.  Says nothing where languages cannot be told (libcld2).  False when that begins in the
 * middle of a run: what was learnt would be lost. */
bool columns_fit(train_job *j);

#endif
