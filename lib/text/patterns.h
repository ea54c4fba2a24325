/* patterns.h - a user's patterns of text: extended regular expressions of POSIX, and the rows of a
 * file of syntaxes. */
#ifndef TR_PATTERNS_H
#define TR_PATTERNS_H

#include "base/error.h"
#include "base/span.h"

typedef struct tr_patterns tr_patterns;

/* Of expressions texts [n], and of the rows of the file at `path`, NULL: none.  TR_EINVAL for what
 * is no expression, and for one that an empty text matches; errors of tr_row_file_open();
 * TR_ENOMEM.  Several threads may use the patterns at once. */
int tr_patterns_create(tr_patterns **p, const char *const *texts, size_t n, const char *path,
                       tr_error *err);
void tr_patterns_free(tr_patterns *p); /* NULL is allowed */

/* What they match. */
typedef struct tr_matches {
    tr_span *list; /* [n], in order, disjoint: matches that overlap are one */
    size_t n, capacity;
} tr_matches;

/* Finds what the patterns match of a part of a text, as if there was nothing around it.  Matches
 * end where characters end.  TR_ENOMEM. */
int tr_patterns_find(const tr_patterns *p, const char *text, tr_span part, tr_matches *found,
                     tr_error *err);

#endif
