/* dictionary_set.h - dictionaries of several pairs of languages, each named as "en:de=FILE". */
#ifndef DICTIONARY_SET_H
#define DICTIONARY_SET_H

#include <stddef.h>

#include "translate.h"

typedef struct dictionary_set {
    struct dictionary_of_pair {
        char *from, *to;
        tr_dictionary *open;
    } * items; /* [n] */
    size_t n;
} dictionary_set;

/* Opens all.  0, or an exit status after a sentence; what was opened is the caller's to close. */
int dictionary_set_open(dictionary_set *s, const char *const *given, size_t n);
void dictionary_set_close(dictionary_set *s);

/* The first dictionary of the pair, whatever the regions ("en-US" is "en"); NULL: there is none,
 * as in no set.  Any thread may ask. */
const tr_dictionary *dictionary_set_find(const dictionary_set *s, const char *from, const char *to);

#endif
