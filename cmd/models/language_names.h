/* language_names.h - what languages are called, as ICU knows it. */
#ifndef LANGUAGE_NAMES_H
#define LANGUAGE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Languages whose names for others are known to people and to other programs. */
extern const char language_english[], language_chinese[];

/* The English name of a language in BCP 47, such as "Chinese (Traditional)": at most size - 1 bytes
 * of UTF-8.  Of one without a name, the tag itself. */
void language_name(const char *language, char *name, size_t size);

/* Names a language in another language, "" for its own. */
void language_name_in(const char *language, const char *in, char *name, size_t size);

/* True if the language reads from right to left. */
bool language_is_right_to_left(const char *language);

/* True if that is all of the name of the language, in English, in Chinese or in itself, with its
 * script or without that which it usually has: "Chinese (Traditional)" and "Traditional Chinese"
 * are names of "zh-Hant" alone. */
bool language_is_called(const char *language, const char *name);

/* True if the language has that name, in English or in the language itself; case does not matter.
 * "Chinese" is a name of "zh-Hant", too. */
bool language_is_named(const char *language, const char *name);

#endif
