/* function_words.h - articles, pronouns, prepositions, conjunctions and auxiliaries: words that
 * hardly a term of their own is. */
#ifndef TR_FUNCTION_WORDS_H
#define TR_FUNCTION_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Word [len] of text in a language (BCP 47), in any case.  Of a language that has no list, words of
 * three letters or fewer are. */
bool tr_is_function_word(const char *language, const char *word, size_t len);

#endif
