/*
 * terms.h - the terms of a glossary that a sentence has, and what its translation says of them.
 *
 * A translation has a term if it has the glossary's words.  They stand as they are, with two
 * exceptions: the first word of a translation may begin with a capital; and where the source has
 * the term in another form, the translation may have an ending, too.
 */
#ifndef TR_TERMS_H
#define TR_TERMS_H

#include "base/region.h"
#include "base/span.h"
#include "search/beam.h"
#include "setup/setup.h"

typedef struct tr_terms tr_terms;

/* The terms of text [len], for translations of at most `limit` tokens; *terms is NULL when there
 * are none.  It lives as long as the region.  TR_ENOMEM. */
int tr_terms_create(const tr_terms **terms, tr_region *region, const tr_setup *setup,
                    const char *text, size_t len, size_t limit, tr_error *err);

size_t tr_terms_count(const tr_terms *t);

/* How many of them a translation, ids [n], lacks. */
size_t tr_terms_missing(const tr_terms *t, const int32_t *ids, size_t n);

/* Places of a search that has to say them, where one that has not has `beam`. */
size_t tr_terms_places(const tr_terms *t, size_t beam);

/* Has a search say as many as it can. */
void tr_terms_ask(const tr_terms *t, tr_goal *goal);

/* All ids that such a search may need. */
tr_ids tr_terms_words(const tr_terms *t);

#endif
