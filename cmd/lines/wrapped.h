/* wrapped.h - text whose lines were broken to fit a width, which is better not read line by line.
 */
#ifndef WRAPPED_H
#define WRAPPED_H

#include <stdbool.h>
#include <stddef.h>

/* True if most lines of the beginning of a text [n] break off within a sentence. */
bool wrapped_looks_so(const char *text, size_t n);

/* Tells of a file that looks so, if a terminal is there to be told. */
void wrapped_hint(const char *path);

#endif
