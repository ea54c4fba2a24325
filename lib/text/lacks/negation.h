/* negation.h - a negation that a translation does not say: "do not open" became "open". */
#ifndef TR_NEGATION_H
#define TR_NEGATION_H

#include <stdbool.h>

#include "base/span.h"
#include "language/language_data.h"

/* A sentence in a language: text [len], valid UTF-8. */
typedef struct tr_sentence_in {
    const tr_language *language;
    const char *text;
    size_t len;
} tr_sentence_in;

/* True if the source has a word of its language's words.negations, *word, and the translation no
 * word of words.negatives.  One at the end of a question, as in "isn't it?", negates nothing.  A
 * language without such words has no negation. */
bool tr_negation_lost(const tr_sentence_in *source, const tr_sentence_in *translation,
                      tr_span *word);

#endif
