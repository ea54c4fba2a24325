/* better_model.h - a hint that a better model can be fetched than the one that came with the
 * program. */
#ifndef BETTER_MODEL_H
#define BETTER_MODEL_H

#include "models/model_choice.h"
#include "translate.h"

/* Says on a terminal, in a line on stderr and once a day at most, that `translate fetch` gets a
 * better model than this one, which came with the program: one that is larger, and whose score is
 * known.  Says nothing where the user chose the model by name, has another for the pair, or set
 * NO_HINTS; nor where it cannot be noted that it was said.  Nothing fails. */
void better_model_hint(const tr_model *model, const model_choice *choice);

#endif
