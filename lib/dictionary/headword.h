/* headword.h - words as dictionaries are asked for them: without case, marks, and what a dictionary
 * writes beside them, "to" and "sth.". */
#ifndef TR_HEADWORD_H
#define TR_HEADWORD_H

#include "base/buf.h"
#include "language/language_data.h"

enum { TR_LONGEST_HEADWORD = 256 /* bytes; longer ones are not found */ };

/* What a word [len] is found by: small letters and digits, with single blanks between words; "" if
 * it has none, is too long, or is not UTF-8.  The buffer is overwritten. */
void tr_headword_key(const tr_language *language, const char *word, size_t len, tr_buf *key);

/* The part of valid UTF-8 `text` that stands alone: without infinitives' markers and words for any
 * thing and person at its ends, and of alternatives, "a/b", the first one. */
void tr_headword_plain(const tr_language *language, const char *text, tr_buf *plain);

/* True if keys differ by one letter, or by two that changed places. */
bool tr_headword_is_near(const char *a, size_t n_a, const char *b, size_t n_b);

#endif
