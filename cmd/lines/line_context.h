/* line_context.h - translations of lines, with pronouns by the lines before (--context). */
#ifndef LINE_CONTEXT_H
#define LINE_CONTEXT_H

#include <stdbool.h>

#include "translate.h"

/* Begins a text.  `n` sentences count; 0: *context is NULL.  0, or -1 after a sentence. */
int line_context_begin(tr_context **context, int n, const tr_model *model, const tr_options *o);

/* Writes the next line's translation with the pronouns that fit, as *best, which *t gets then.
 * True if one is another. */
bool line_context_revise(tr_context *context, tr_translation *t, tr_hypothesis *best);

#endif
