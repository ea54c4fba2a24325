/*
 * protected.h - protected text, which comes out as it went in, amid words that are translated:
 * placeholders (placeholders.h), names (identifiers.h) but in a text in capitals, words in a script
 * of which the model knows no letter, as "Привет" for a model of English and German, words and
 * signs with a character that its vocabulary lacks (coverage.h), as "București", "µg/kg" and
 * "₩50,000", words with U+FFFD, and those with raised or lowered digits, fractions or ™, of which
 * normalizers make others: 10², CO₂, 1½.
 */
#ifndef TR_PROTECTED_H
#define TR_PROTECTED_H

#include <stdbool.h>

#include "base/error.h"
#include "base/span.h"
#include "line/coverage.h"

typedef struct tr_protected {
    tr_span *list; /* [n], in order, disjoint */
    size_t n, capacity;
    bool foreign; /* words in letters that the model does not know are among them */
    bool private; /* characters of private use are */
    tr_coverage coverage;
} tr_protected;

/* Finds all in text [begin, end), valid UTF-8.  Overwrites the ids of the chunks.  0, or
 * TR_ENOMEM. */
int tr_protected_find(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                      size_t end, tr_error *err);
void tr_protected_free(tr_protected *h);

#endif
