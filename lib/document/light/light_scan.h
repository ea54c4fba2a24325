/* light_scan.h - goes through a text for its marks: pairs, which may stand in each other, and what
 * has no text. */
#ifndef TR_LIGHT_SCAN_H
#define TR_LIGHT_SCAN_H

#include "document/light/light_text.h"

enum { TR_LIGHT_DEEPEST = 16 };

typedef struct tr_light_scan {
    const char *t; /* [n] */
    size_t n;
    tr_light_marks *marks;
    struct tr_light_pair {
        size_t close, end; /* bytes of its end */
        const char *name;
    } open[TR_LIGHT_DEEPEST]; /* [depth], the innermost last */
    size_t depth;
    size_t searched; /* bytes that were searched in vain */
} tr_light_scan;

/* Goes through the text.  `mark` takes a mark at a byte that is not within a word, and returns the
 * byte to go on at; 0: there is none. */
void tr_light_scan_all(tr_light_scan *s, size_t (*mark)(tr_light_scan *s, size_t at));

/* Where what is open ends: nothing in it goes across. */
size_t tr_light_limit(const tr_light_scan *s);

/* Takes what has no text; returns its end. */
size_t tr_light_atom(tr_light_scan *s, size_t begin, size_t end);

/* Opens a pair whose content stands at [in, close), and returns `in`; one that is too deep has no
 * text. */
size_t tr_light_pair(tr_light_scan *s, size_t begin, size_t in, size_t close, size_t end,
                     const char *name);

#endif
