/*
 * word_shape.h - what a word is by its shape: prose, a number, or a code.
 *
 * Prose is letters, with the marks that words have in and around them; a number is digits with the
 * marks of numbers, with a unit or a currency.  All else is a code: what was made to be copied,
 * such as KX-400, fe80::1, 3(a)(ii), getById, example.org, a.b=c, @name, 1.2.3.  There is no list
 * of formats.
 */
#ifndef TR_WORD_SHAPE_H
#define TR_WORD_SHAPE_H

#include <stdbool.h>

#include "base/span.h"

/* True if the word, a stretch of valid UTF-8 text without white space, less the marks around it, is
 * a code. */
bool tr_word_is_code(const char *text, tr_span word);

/* True if the word is the first one of types of media, as the text of text/plain. */
bool tr_word_is_media_type(const char *text, tr_span word);

#endif
