/* function_words.h - words that nearly each sentence of a language has, and what they tell of a
 * short text: a detector that counts letters has too few of them there. */
#ifndef FUNCTION_WORDS_H
#define FUNCTION_WORDS_H

#include <stddef.h>

enum { FUNCTION_WORDS_MOST = 32 };

/* What the words of a text say for each language: a word that several languages have counts for
 * each by its share. */
typedef struct word_votes {
    double of[FUNCTION_WORDS_MOST];
} word_votes;

/* Votes of text [len], UTF-8; meant for less than some hundred bytes. */
void function_words_count(const char *text, size_t len, word_votes *votes);

/* How many words of a text [len] each of two languages has, given by their places, and not the
 * other one. */
typedef struct word_counts {
    size_t first, second;
} word_counts;
word_counts function_words_compare(const char *text, size_t len, int first, int second);

/* The i-th language that words are known of, a tag of BCP 47; NULL after the last. */
const char *function_words_language(size_t i);

/* The place of a language, or -1. */
int function_words_place(const char *language);

#endif
