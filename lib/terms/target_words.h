/* target_words.h - the words of a translation, and which words of the source they come from. */
#ifndef TR_TARGET_WORDS_H
#define TR_TARGET_WORDS_H

#include "setup/surface.h"
#include "terms/terms.h"

/* A translation: ids [n], and its alignment [n, n_tokens of the source + 1], as tr_alignment has
 * it; NULL: none. */
typedef struct tr_term_target {
    const int32_t *ids;
    size_t n;
    const float *alignment;
} tr_term_target;

typedef struct tr_target_words {
    tr_surface text;    /* of the translation */
    const size_t *ends; /* [n], where each token ends in it */
    tr_span *list;      /* [n], of letters and digits: the parts between hyphens are words */
    size_t n;
    float *weight; /* [n, t->n_words], how much each comes from each word of the source, each row of
                      sum 1; NULL without an alignment */
} tr_target_words;

/* Fills in all zero *w; it lives as long as the region.  False when out of memory. */
bool tr_target_words_make(tr_target_words *w, const tr_terms *t, const tr_term_target *target,
                          tr_region *region);

#endif
