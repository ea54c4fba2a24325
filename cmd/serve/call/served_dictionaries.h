/* served_dictionaries.h - the dictionaries of a server, which are read again while it runs.  Any
 * thread may call any function. */
#ifndef SERVED_DICTIONARIES_H
#define SERVED_DICTIONARIES_H

#include <stddef.h>

#include "dictionary/dictionary_set.h"

typedef struct served_dictionaries served_dictionaries;

/* Of "FROM:TO=FILE" [n], which stay the caller's.  NULL after a sentence, *status is the exit
 * status. */
served_dictionaries *served_dictionaries_open(const char *const *given, size_t n, int *status);
void served_dictionaries_close(served_dictionaries *s); /* NULL is allowed */

/* Reads all files again; after a sentence, they stay as they were read before. */
void served_dictionaries_reload(served_dictionaries *s);

/* What is served now: to be let go. */
typedef struct held_dictionaries held_dictionaries;
held_dictionaries *served_dictionaries_hold(served_dictionaries *s);
void served_dictionaries_let_go(held_dictionaries *h);
const dictionary_set *held_dictionaries_set(const held_dictionaries *h);

#endif
