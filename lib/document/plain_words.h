/* plain_words.h - whether a plain text is sentences, or what programs read: lists, settings,
 * commands. */
#ifndef TR_PLAIN_WORDS_H
#define TR_PLAIN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* True if more than half of the first bytes [n] of a text, in UTF-8 or an encoding of single bytes,
 * are lines of three words or more, or of two and the end of a sentence. */
bool tr_words_are_sentences(const char *bytes, size_t n);

/* True if the first bytes [n] of a text are words, as sentences or lists have them, and no syntax
 * that could be ruined: keys with values, columns, markup, commands. */
bool tr_words_are_plain(const char *bytes, size_t n);

#endif
