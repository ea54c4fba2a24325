/*
 * unseen_marks.h - characters of a text that are not seen, such as marks of direction, isolates and
 * blanks of no width (tr_is_unseen).  They stand around words, or at them.
 */
#ifndef TR_UNSEEN_MARKS_H
#define TR_UNSEEN_MARKS_H

#include <stdbool.h>

#include "base/span.h"

enum tr_unseen_role { TR_UNSEEN_OPENS, TR_UNSEEN_CLOSES, TR_UNSEEN_POINT };

typedef struct tr_unseen_mark {
    tr_span at;
    tr_span first; /* that which opens the pair */
    enum tr_unseen_role role;
} tr_unseen_mark;

/* False if text [len], valid UTF-8, surely has none; it takes a moment to see. */
bool tr_unseen_may_be(const char *text, size_t len);

/* Finds them in text [len], in order; returns how many there are, 0 if that is more than `most`.
 * Characters within words and in what stays as it is are no marks, nor are
 * characters at the ends of the text, and a pair around all of it.  `spaces`: as tr_kept_next() has
 * it. */
size_t tr_unseen_marks_find(const char *text, size_t len, bool spaces, tr_unseen_mark *marks,
                            size_t most);

#endif
