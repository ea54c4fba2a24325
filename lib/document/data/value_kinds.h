/*
 * value_kinds.h - which values of data are text, by what they say, by their keys, and by the other
 * values of the document.
 *
 * A value that is one word in small letters is a name to programs as often as it is text.  It is
 * text where most values of the document are, where its key says so, as "title" does, or where it
 * says what its key says.  Under a key such as "id", "font" or "command", no value is text but one
 * that begins with a capital, where most values are text.
 */
#ifndef TR_VALUE_KINDS_H
#define TR_VALUE_KINDS_H

#include "document/segment/content.h"

/* The values of a document that was read once. */
typedef struct tr_value_kinds {
    size_t n_text, n_names;
} tr_value_kinds;

/* Counts a value, text [len], below `path`: keys with a point between two. */
void tr_value_kinds_count(tr_value_kinds *k, const char *path, const char *text, size_t len);

/* tr_content_takes(), for a value that was counted. */
bool tr_value_kinds_take(const tr_value_kinds *k, tr_content *d, const char *path, const char *text,
                         size_t len);

/* True of "true", "FALSE" and "null". */
bool tr_value_is_constant(const char *text, size_t len);

/* True if the key of a value, the last of `path`, is one whose values are for programs. */
bool tr_key_is_for_programs(const char *path);

#endif
