/*
 * fuzzy.h - entries of a memory that are like a text, though not the same.
 *
 * How alike two texts are is 1 - d / n: d is the least number of characters to insert, delete or
 * replace (Levenshtein 1966), n the characters of the longer one.  A number counts as one
 * character, and all numbers as the same.  Texts whose letters, or threes of letters in a row,
 * differ too much are not compared: a hundred thousand are looked through in a few milliseconds.
 */
#ifndef FUZZY_H
#define FUZZY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fuzzy_index fuzzy_index;

typedef struct fuzzy_match {
    const char *source, *text; /* [source_len], [text_len] */
    size_t source_len, text_len;
    double score; /* 1: only numbers differ */
} fuzzy_match;

fuzzy_index *fuzzy_create(void);
void fuzzy_free(fuzzy_index *f); /* NULL is allowed */

/* Adds an entry, UTF-8; one of more than 1024 characters is like no other. */
void fuzzy_add(fuzzy_index *f, const char *source, size_t source_len, const char *text,
               size_t text_len);

/* The entry that is most like the text, of equal ones the first, at least `least`; false if there
 * is none.  Several threads may call it at once. */
bool fuzzy_find(const fuzzy_index *f, const char *source, size_t len, double least,
                fuzzy_match *match);

/* The first entry that differs from the text in numbers only, which takes less time. */
bool fuzzy_find_equal(const fuzzy_index *f, const char *source, size_t len, fuzzy_match *match);

/* The match's translation with the numbers of text [len], from which its source differs in numbers
 * only: in the places where the source's own numbers are in it.  NULL where that is not sure: a
 * number is not there, two that were the same become different, or one thing becomes many.  The
 * caller frees it. */
char *fuzzy_exchange_numbers(const fuzzy_match *match, const char *source, size_t len);

#endif
