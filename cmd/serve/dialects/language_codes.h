/* language_codes.h - how programs spell languages, and how models do. */
#ifndef LANGUAGE_CODES_H
#define LANGUAGE_CODES_H

#include "serve/desk/desk.h"

/* The language that a program's code means, as models spell it: "EN-US", "zh_TW", "pb", "iw".  What
 * no model has comes out in small letters. */
const char *language_of_code(desk *d, const char *code, char out[TR_PEEK_SIZE]);

#endif
