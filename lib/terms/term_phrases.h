/* term_phrases.h - terms that a search has to say, wherever it likes: the last resort. */
#ifndef TR_TERM_PHRASES_H
#define TR_TERM_PHRASES_H

#include "search/constrained.h"
#include "terms/term_places.h"

/* The terms that are not said, as phrases for translations of at most `limit` tokens; *phrases is
 * NULL when the vocabulary can spell none.  They live as long as the region.  TR_ENOMEM, and what
 * tr_tokenizer_encode() returns. */
int tr_term_phrases_make(const tr_phrases **phrases, const tr_terms *t, const tr_term_places *p,
                         size_t limit, tr_region *region, tr_error *err);

#endif
