/* inflection.h - words in forms that their language gives them: "houses" is a form of "house". */
#ifndef TR_INFLECTION_H
#define TR_INFLECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* A word without case; a letter whose small form is another length stays as it is. */
void tr_fold(const char *word, size_t len, tr_buf *out);

enum { TR_MOST_FORMS = 32, TR_LONGEST_WORD = 200 }; /* bytes of a word that has forms */

/* The end of a word as tr_fold() writes it, all of one that is not longer.  Returns its bytes. */
size_t tr_fold_end(const char *word, size_t len, char small[TR_LONGEST_WORD]);

/* How many stems there are: the word itself, `plural` that it may be the plural of, others; words
 * from `nominal` on are verbs that it may be a form of. */
typedef struct tr_stem_counts {
    size_t all, plural, nominal;
} tr_stem_counts;

/* Words that a folded word may be a form of, by the endings of a language (BCP 47).  They go to
 * `out`, each with a NUL.  A stem has three letters at least, or is irregular.  At most
 * TR_MOST_FORMS. */
tr_stem_counts tr_stems(const char *language, const char *word, size_t len, tr_buf *out);

/* True if a term [len] of a language may be an infinitive: of a language that is not known, any. */
bool tr_may_be_verb(const char *language, const char *term, size_t len);

#endif
