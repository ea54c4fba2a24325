/*
 * emphasis.h - marks of emphasis around words of plain text, as Markdown has them: **bold**,
 * *italic*.
 */
#ifndef TR_EMPHASIS_H
#define TR_EMPHASIS_H

#include <stdbool.h>

#include "base/span.h"

/* One of a pair of marks, which are alike. */
typedef struct tr_emphasis {
    tr_span at;
    bool opens;
} tr_emphasis;

/* Finds the marks of valid UTF-8 text [part], in order, that are paired and nested; returns how
 * many there are, SIZE_MAX if that is more than `most`.  The first one touches what is behind it,
 * and no word before it; the second one the other way round.  There are letters between them.
 * Those of codes and addresses, as in *.c, are none.  `spaces`: as tr_kept_next() has it. */
size_t tr_emphasis_find(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                        size_t most);

#endif
