/* inflection.h - words in forms that their language gives them: "houses" is a form of "house". */
#ifndef TR_INFLECTION_H
#define TR_INFLECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* A word without case; a letter whose small form is another length stays as it is. */
void tr_fold(const char *word, size_t len, tr_buf *out);

enum { TR_MOST_FORMS = 32, TR_LONGEST_WORD = 200 }; /* bytes of a word that has forms */

/* Words that a folded word may be a form of, by the endings of a language (BCP 47): the word
 * itself comes first, then *n_plural words that it may be the plural of, then others.  They go to
 * `out`, each with a NUL.  A stem has three letters at least.  Returns how many, at most
 * TR_MOST_FORMS. */
size_t tr_stems(const char *language, const char *word, size_t len, tr_buf *out, size_t *n_plural);

#endif
