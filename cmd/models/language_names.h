/* language_names.h - what languages are called, as ICU knows it. */
#ifndef LANGUAGE_NAMES_H
#define LANGUAGE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The English name of a language in BCP 47, such as "Chinese (Traditional)": at most size - 1 bytes
 * of UTF-8.  Of one without a name, the tag itself. */
void language_name(const char *language, char *name, size_t size);

/* True if the language has that name, in English or in the language itself; case does not matter.
 * "Chinese" is a name of "zh-Hant", too. */
bool language_is_named(const char *language, const char *name);

#endif
