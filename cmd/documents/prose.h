/* prose.h - whether a plain text is sentences, or what programs read: lists, settings, commands. */
#ifndef PROSE_H
#define PROSE_H

#include <stdbool.h>
#include <stddef.h>

/* True if more than half of the first bytes [n] of a text, in UTF-8 or an encoding of single bytes,
 * are lines of three words or more, or of two and the end of a sentence. */
bool prose_is_most(const char *bytes, size_t n);

#endif
