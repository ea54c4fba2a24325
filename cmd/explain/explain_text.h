/* explain_text.h - a record for a terminal: the alignment and a head, drawn with shades. */
#ifndef EXPLAIN_TEXT_H
#define EXPLAIN_TEXT_H

#include "explain/explain_json.h"

/* Prints lines of at most `width` columns; `utf8`: the terminal shows UTF-8, else only ASCII is
 * printed. */
void explain_text(FILE *out, const record *r, head_choice head, size_t width, bool utf8);

/* Columns of the terminal that `out` is, else 80; whether the environment asks for UTF-8. */
size_t explain_columns(FILE *out);
bool explain_utf8(void);

#endif
