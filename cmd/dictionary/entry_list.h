/*
 * entry_list.h - the entries that a dictionary has of a word, in the order that a reader wants: the
 * word as it is spelt before others, and what many entries say before what few do.
 */
#ifndef ENTRY_LIST_H
#define ENTRY_LIST_H

#include <stdbool.h>

#include "dictionary/label_case.h"
#include "translate.h"

/* Items with strings of their own.  Starts as zeros. */
typedef struct entry_list {
    tr_dictionary_item *items; /* [n] */
    size_t n, capacity;
    struct list_entry {
        size_t begin, n; /* items of it, its headword first */
        float rank;
    } * entries; /* [n_entries] */
    size_t n_entries, entries_capacity;
} entry_list;

/* A tr_dictionary_tell that adds to the list `ctx`. */
void entry_list_add(void *ctx, const tr_dictionary_item *item);

/* Puts the entries into the order that a reader of the text wants, which is a word. */
void entry_list_order(entry_list *l, tr_string text);

void entry_list_tell(const entry_list *l, tr_dictionary_tell take, void *ctx);
void entry_list_free(entry_list *l);

/* How likely a translation is meant by what dictionaries say, on the scale of the logarithm of a
 * probability: `n` senses have it, the first of them in this place, from 0, and it has so many
 * words. */
float dictionary_prior(size_t n, size_t place, const char *plain);

/* True if a verb is meant: behind another word that a dictionary leaves out, as "to walk" is, or on
 * what is done in steps, "Open...". */
bool asks_for_verb(const label *l, const char *headword);

#endif
