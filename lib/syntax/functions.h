/* functions.h - what patterns call by a name because a pattern cannot say it. */
#ifndef TR_FUNCTIONS_H
#define TR_FUNCTIONS_H

#include <stddef.h>

/* Bytes that a pattern takes at most: what looks like a longer thing is text. */
enum { TR_PATTERN_LONGEST = 2000 };

#define TR_NOT_THERE ((size_t)-1)

/* Where what it takes of text [len] from byte `at` on ends; TR_NOT_THERE if it is not there.  The
 * pattern's match begins at byte `begin`. */
typedef size_t tr_pattern_function(const char *text, size_t len, size_t begin, size_t at);

/* The function of that name [n]; NULL if there is none. */
tr_pattern_function *tr_pattern_function_of(const char *name, size_t n);

#endif
