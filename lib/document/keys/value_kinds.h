/*
 * value_kinds.h - which values of data are text, by what they say, by their keys, and by the other
 * values of the document.
 *
 * A value that is one word in small letters is a name to programs as often as it is text.  It is
 * text where most values of the document are, where its key says so, as "title" does, where it is
 * a form of a plural that has another form, "other", or where it says what its key says.  Under a
 * key such as "id", "font" or "command", no value is text but one that begins with a capital, where
 * most values are text.
 */
#ifndef TR_VALUE_KINDS_H
#define TR_VALUE_KINDS_H

#include "document/segment/content.h"

/* The values of a document that was read once. */
typedef struct tr_value_kinds {
    size_t n_text, n_names;
    uint64_t plurals[64]; /* a bit for the hash of each path that has a form "other" */
} tr_value_kinds;

/* Counts a value, text [len], below `path`: keys with a point between two. */
void tr_value_kinds_count(tr_value_kinds *k, const char *path, const char *text, size_t len);

/* tr_content_takes(), for a value that was counted. */
bool tr_value_kinds_take(const tr_value_kinds *k, tr_content *d, const char *path, const char *text,
                         size_t len);

/* False of one word in small letters, and of what programs read: names and code. */
bool tr_value_is_prose(const char *text, size_t len);

/* True if a value [len] is a list of days or months with "_" between, as moment.js has it:
 * "January_February_..._December".  `any_case`: not only names that begin with a capital. */
bool tr_value_is_name_list(const char *text, size_t len, bool any_case);

/* True of "true", "FALSE" and "null". */
bool tr_value_is_constant(const char *text, size_t len);

/* True if a key [len] of a property list is one of an operating system, and not for people. */
bool tr_key_is_of_system(const char *key, size_t len);

/* True if the key of a value, the last of `path`, is one whose values are for programs. */
bool tr_key_is_for_programs(const char *path);

#endif
