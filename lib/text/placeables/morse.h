/* morse.h - Morse code, written with points and dashes. */
#ifndef TR_MORSE_H
#define TR_MORSE_H

#include <stddef.h>

/* Where a line of Morse code ends that begins at text [begin, len): groups of which one has points
 * and dashes, or points and dashes alone; `begin` if there is none. */
size_t tr_end_of_morse(const char *text, size_t len, size_t begin);

#endif
