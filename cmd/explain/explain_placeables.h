/* explain_placeables.h - what of a text stays as it is, by which row, and what lost against it. */
#ifndef EXPLAIN_PLACEABLES_H
#define EXPLAIN_PLACEABLES_H

#include <stdbool.h>

#include "console/output.h"

/* Prints the placeables of a line, one a line, or as one JSON object.  keep_file: of the user, or
 * NULL.  Returns 0, or -1 after a sentence. */
int explain_placeables(output *out, const char *text, size_t len, const char *keep_file, bool json);

#endif
