/* rewrites.h - lists of rewrites (agreement.h). */
#ifndef TR_REWRITES_H
#define TR_REWRITES_H

#include "text/terms/agreement.h"

/* Adds the rewrite of a span of the text as `before` and `noun`, if it is not there and there is
 * room; it begins with a capital if the span does, or if nothing but marks comes before it.  NULL
 * counts as out of memory. */
void tr_add_rewrite(tr_rewrites *r, const char *text, tr_span span, const char *before,
                    const char *noun);

#endif
