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
        size_t in;            /* where its content begins */
        size_t close, end;    /* bytes of its end */
        const char *name;     /* NULL: it is a note's, which no segment goes across */
    } open[TR_LIGHT_DEEPEST]; /* [depth], the innermost last */
    size_t depth;
    size_t searched; /* bytes that were searched in vain */
    bool in_note;    /* which holds no other note */
} tr_light_scan;

/* Takes a mark at a byte that is not within a word; returns the byte to go on at; 0: there is none.
 */
typedef size_t tr_light_take(tr_light_scan *s, size_t at);

/* Goes through the text. */
void tr_light_scan_all(tr_light_scan *s, tr_light_take *mark);

/* Where what is open ends: nothing in it goes across. */
size_t tr_light_limit(const tr_light_scan *s);

/* Takes what has no text; returns its end. */
size_t tr_light_atom(tr_light_scan *s, size_t begin, size_t end);

/* Opens a pair whose content stands at [in, close), and returns `in`; one that is too deep has no
 * text. */
size_t tr_light_pair(tr_light_scan *s, size_t begin, size_t in, size_t close, size_t end,
                     const char *name);

/* The byte where the bracket stands that closes one open before byte `at`; 0: none does.  Which
 * brackets in it have an end of their own. */
enum tr_light_nested { TR_LIGHT_NONE, TR_LIGHT_MACROS /* "name[" */, TR_LIGHT_ALL };
size_t tr_light_close_bracket(tr_light_scan *s, size_t at, enum tr_light_nested nested);

/* Takes a note, whose text [at], written so, has marks that `mark` takes.  It is a text behind the
 * sentence; one with marks where it parts no sentence is text in its place. */
size_t tr_light_note(tr_light_scan *s, tr_span note, tr_span at, tr_light_take *mark,
                     const tr_writing *writing);

#endif
