/* key_patterns.h - patterns of keys of data that are asked for: "text,menu.*.title". */
#ifndef TR_KEY_PATTERNS_H
#define TR_KEY_PATTERNS_H

#include <stdbool.h>

#include "translate.h"

/* True if a list has the last key of a path, or all of the path, whose keys have a point between
 * two.  In the list "*" stands for any characters, and "?" for one. */
bool tr_key_is_listed(const char *list, const char *path);

/* True if a list of a format has the key; case matters in the list of the options alone. */
bool tr_key_is_known(const tr_document_options *o, const char *list, const char *path);

/* True if the values of a key are wanted: it is among the keys of the options, if there are such,
 * and not among the keys to be left out. */
bool tr_key_is_wanted(const tr_document_options *o, const char *path);

/* True if a list has a name; case does not matter. */
bool tr_name_is_listed(const char *list, const char *name);

#endif
