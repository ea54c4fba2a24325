/* mark_words.h - the words of a text: what marks are laid around. */
#ifndef TR_MARK_WORDS_H
#define TR_MARK_WORDS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

typedef struct tr_word {
    size_t begin, end; /* bytes of the text */
    bool letters;      /* letters or digits; else one other character */
    bool copied;       /* a placeholder: it means itself, and nothing else */
} tr_word;

typedef struct tr_words {
    tr_word *list; /* [n], in order */
    size_t n, capacity;
} tr_words;

/* Finds the words of valid UTF-8 text [len]: placeholders, numbers with the marks in them
 * (numerals.h), runs of letters and digits, and any other character that is no white space by
 * itself; so is a character of a script without blanks. The list is reused.  False when out of
 * memory. */
bool tr_words_find(tr_words *w, const char *text, size_t len);
void tr_words_free(tr_words *w);

/* Where the key of a menu's entry is in the words of a text: the first of them that begins with the
 * letter, in any case, else the letter in any of them, else their first letter; no placeholder has
 * it.  SIZE_MAX if there is no letter. */
size_t tr_words_key(const tr_words *w, const char *text, int32_t letter);

#endif
