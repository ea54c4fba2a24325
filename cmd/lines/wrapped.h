/* wrapped.h - text whose lines were broken to fit a width, which is better not read line by line.
 */
#ifndef WRAPPED_H
#define WRAPPED_H

#include <stdbool.h>
#include <stddef.h>

/* True if most lines of the beginning of a text [n] break off within a sentence. */
bool wrapped_looks_so(const char *text, size_t n);

#endif
