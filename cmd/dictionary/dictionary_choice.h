/* dictionary_choice.h - the dictionaries that a command line means: the one that it names, else the
 * ones that Debian's packages put into their places. */
#ifndef DICTIONARY_CHOICE_H
#define DICTIONARY_CHOICE_H

#include <stdbool.h>

#include "translate.h"

enum { MOST_DICTIONARIES = 8 };

typedef struct dictionaries {
    struct {
        char *path;
        tr_dictionary *open;    /* NULL: was not asked for yet */
    } items[MOST_DICTIONARIES]; /* [n], the best first */
    size_t n;
    const char *from, *to;
} dictionaries;

/* Opens the dictionary at `path`; NULL: the first of the pair that dictd and Ding have in their
 * folders, dictd/freedict-eng-deu.index and trans/de-en of $XDG_DATA_DIRS, and notes where the
 * others are.  The languages stay the caller's.  0, or -1 after a sentence. */
int dictionaries_open(dictionaries *d, const char *path, const char *from, const char *to);

/* A dictionary, which is opened now if it is not yet; NULL after a sentence. */
const tr_dictionary *dictionaries_get(dictionaries *d, size_t i);

void dictionaries_close(dictionaries *d);

#endif
