/* columns.h - columns of a text: a check that its two sides are in their languages. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "job.h"

/* Warns if a side, by some of its lines, is in another language, or each side in the other side's
 * language. Without libcld2 it cannot know, and does not warn.  Returns false if a run that goes on
 * had its columns in the other order, because it would unlearn what it knows. */
bool columns_fit(train_job *j);

#endif
