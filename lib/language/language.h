/*
 * language.h - names of languages, as people and models write them.
 *
 * A name is a language and perhaps a script, a region and more, between hyphens or underscores:
 * BCP 47, and the likes of "deu_Latn" and "de_DE".  Letters' case does not matter, nor whether
 * the language is called by ISO 639-1 or 639-3.
 */
#ifndef TR_LANGUAGE_H
#define TR_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

/* True if `name` is the language `of` or a variety of it, as "en-US" is of "en" and of "eng". */
bool tr_language_is_variety(const char *name, const char *of);

/* Which of codes [n] `name` means: the same word, else the same language and variety, else its
 * only variety; at last by the other codes that CLDR has for a language, as "ger" and "fa" for
 * "deu" and "pes".  There is no guessing between several. */
enum { TR_LANGUAGE_UNKNOWN = -1, TR_LANGUAGE_AMBIGUOUS = -2 };
ptrdiff_t tr_language_find(char *const *codes, size_t n, const char *name);

/* Lists the codes, of codes [n], that somebody who wrote `name` may have meant, in near [most]:
 * other varieties of the language; without any, and where ICU has no such language, the codes that
 * are spelt most like the name.  Returns how many. */
size_t tr_language_near(char *const *codes, size_t n, const char *name, const char **near,
                        size_t most);

/* BCP 47 with the shortest code of the language: "de-Latn" for "deu_Latn"; cut to `size` bytes. */
void tr_language_tag(const char *name, char *tag, size_t size);

#endif
