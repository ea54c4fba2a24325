/* form_hint.h - text that seems to be something else than lines, of which a terminal is told. */
#ifndef FORM_HINT_H
#define FORM_HINT_H

#include <stdbool.h>
#include <stddef.h>

/* As input.look wants it: bytes [n] are the first ones of a file, or of "-".  ctx is the language
 * of the lines, or NULL: a name may end in it. */
void form_hint(void *ctx, const char *name, const char *bytes, size_t n);

/* True if there is a terminal to be told. */
bool form_hint_is_wanted(void);

#endif
