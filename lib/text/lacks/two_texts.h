/* two_texts.h - a source with its translation, and something of the source that the translation
 * lacks. */
#ifndef TR_TWO_TEXTS_H
#define TR_TWO_TEXTS_H

#include <stdbool.h>

#include "base/span.h"
#include "language/language_data.h"

enum tr_lack_kind {
    TR_LACKS_CODE, /* an odd word, or a word amid odd ones */
    TR_LACKS_SIGN  /* a sign, a bracket or a word of signs */
};

typedef struct tr_lack {
    tr_span at; /* in the source */
    enum tr_lack_kind kind;
} tr_lack;

typedef struct tr_two_texts {
    const tr_language *language; /* of the source */
    const char *source, *target; /* valid UTF-8 */
    size_t n_source, n_target;
    /* Pieces that the source's vocabulary cuts a word into: a plain one has few. NULL: not known.
     */
    size_t (*count_pieces)(const void *ctx, const char *word, size_t len);
    const void *ctx;
} tr_two_texts;

/* True if a word of the source is a small one of its language's grammar, whatever its case.  A
 * language without a list has none. */
bool tr_is_grammar(const tr_two_texts *texts, tr_span word);

/* True if a word of the source is made of letters like no word of its language: repamak. */
bool tr_is_rare_word(const tr_two_texts *texts, tr_span word);

#endif
