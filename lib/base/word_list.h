/*
 * word_list.h - a list of words in one string, with a blank before and after every word: " a b ".
 */
#ifndef TR_WORD_LIST_H
#define TR_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* The first word [*len] of a list from `at` on; NULL if there is none.  NULL is an empty list. */
const char *tr_list_next(const char *at, size_t *len);

/* True if the list has the word [len], byte for byte.  NULL is an empty list; no list has "". */
bool tr_list_has(const char *list, const char *word, size_t len);

/* True if a list of words in small letters has the word [len], whatever its case.  A letter whose
 * small form has another length stays as it is; a word of more than 64 bytes is in none. */
bool tr_list_has_any_case(const char *list, const char *word, size_t len);

/* Bytes of the longest word of a list, in small letters, that text [len] begins with, whatever the
 * case of its ASCII letters.  0: it begins with none. */
size_t tr_list_beginning(const char *list, const char *text, size_t len);

#endif
