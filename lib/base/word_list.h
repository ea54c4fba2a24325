/*
 * word_list.h - a list of words in one string, with a blank before and after every word: " a b ".
 */
#ifndef TR_WORD_LIST_H
#define TR_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* True if the list has the word [len], byte for byte.  NULL is an empty list; no list has "". */
bool tr_list_has(const char *list, const char *word, size_t len);

#endif
