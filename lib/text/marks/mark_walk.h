/* mark_walk.h - a translation with its marks, piece by piece, from its beginning to its end. */
#ifndef TR_MARK_WALK_H
#define TR_MARK_WALK_H

#include "text/marks/mark_places.h"

enum tr_mark_step {
    TR_STEP_TEXT,  /* text of the translation */
    TR_STEP_BLANK, /* a blank that it has not, before a point */
    TR_STEP_OPEN,  /* the beginning of a pair, */
    TR_STEP_CLOSE, /*   and its end */
    TR_STEP_SINGLE /* a point, or an atom in the place of its characters */
};

/* Takes one step: `mark` is the number of a mark, or `text` the bytes of the translation. */
typedef void tr_mark_walker(void *ctx, enum tr_mark_step step, size_t mark, tr_span text);

/* Walks through the translation, text [len], with the source's marks at places [n_marks]: each mark
 * once, properly nested.  TR_ENOMEM. */
int tr_marks_walk(const tr_marked_text *source, const tr_mark_place *places, const char *text,
                  size_t len, tr_mark_walker *walk, void *ctx, tr_error *err);

#endif
