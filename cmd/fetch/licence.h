/* licence.h - may the user have the model? */
#ifndef LICENCE_H
#define LICENCE_H

#include <stdbool.h>

#include "models/model_index.h"

/* True if a licence leaves every use free, but for naming the authors and sharing alike. */
bool licence_is_free(const char *id);

/* A free licence needs no question.  Any other is accepted by name, or the user is asked on a
 * terminal.  False after a sentence. */
bool licence_accepted(const index_model *m, const char *accepted);

#endif
