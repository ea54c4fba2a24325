/*
 * sign_words.h - words of letters and signs that no sentence has: chords and keys, as C♯7 and
 * ⌥⇧P, faces of signs, as (^_^), and signs alone, as [^"]* and ;;
 */
#ifndef TR_SIGN_WORDS_H
#define TR_SIGN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Finds the first word of letters and signs, or face, of valid UTF-8 text [from, len); false if
 * there is none. */
bool tr_sign_word_next(const char *text, size_t len, size_t from, tr_span *word);

/* True if a word, a stretch without white space, has nothing but signs and marks, as no sentence
 * has; it becomes the word without the marks of the sentence. */
bool tr_sign_word_is(const char *text, tr_span *word);

#endif
