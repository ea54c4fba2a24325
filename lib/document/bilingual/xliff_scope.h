/* xliff_scope.h - which units of XLIFF are translated: what an element says of it holds for all
 * that is within, but for what says otherwise. */
#ifndef TR_XLIFF_SCOPE_H
#define TR_XLIFF_SCOPE_H

#include "document/markup/markup.h"

/* {0} at first. */
typedef struct tr_xliff_scope {
    tr_buf open; /* of each file and group that is open: whether it stays */
} tr_xliff_scope;

/* Takes a start or an end tag, in order. */
void tr_xliff_scope_take(tr_xliff_scope *s, const tr_markup *m, const tr_markup_token *t);

/* Whether the unit, of either version, that begins at `t` is translated.  Spans alone: the unit
 * says no, and spans in it say yes; a unit of version 1.2 that is cut into segments has none. */
enum tr_xliff_part { TR_XLIFF_ALL, TR_XLIFF_SPANS, TR_XLIFF_NOTHING };
enum tr_xliff_part tr_xliff_scope_part(const tr_xliff_scope *s, const tr_markup *m,
                                       const tr_markup_token *t);

void tr_xliff_scope_free(tr_xliff_scope *s);

#endif
