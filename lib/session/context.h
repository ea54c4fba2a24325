/* context.h - what a context changed in the text that it revised last. */
#ifndef TR_CONTEXT_H
#define TR_CONTEXT_H

#include <stddef.h>

#include "base/span.h"
#include "translate.h"

/* A pronoun that took the place of another. */
typedef struct tr_word_change {
    tr_span at; /* in the translation as it was given, */
    size_t len; /*   and its bytes now */
} tr_word_change;

/* The changes [*n], in order; they live until the next call of tr_context_revise(). */
const tr_word_change *tr_context_changes(const tr_context *context, size_t *n);

#endif
