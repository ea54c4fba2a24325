/* in_context.h - translations of segments, with pronouns by the segments before. */
#ifndef TR_IN_CONTEXT_H
#define TR_IN_CONTEXT_H

#include "base/region.h"
#include "translate.h"

/* A translation with other pronouns; its text lives until the next one. */
typedef struct tr_in_context {
    tr_translation translation;
    tr_hypothesis hypothesis;
} tr_in_context;

/* Has *t be the translation as it should be, in *r, if the context says so; tokens lie in the
 * region.  TR_ENOMEM. */
int tr_in_context_revise(tr_context *context, const tr_translation **t, tr_in_context *r,
                         tr_region *region, tr_error *err);

#endif
