/*
 * missing_words.h - words of a source that its translation may lack.
 *
 * A model of the other direction is made to say the source, given the translation, and its
 * probabilities are looked at, as contrastive conditioning does (Vamvas and Sennrich 2022).  A word
 * that has nothing to come from costs as much as if the translation said nothing at all; what that
 * costs is found in a second pass, given a point, over the few sentences where the first pass looks
 * bad.
 */
#ifndef MISSING_WORDS_H
#define MISSING_WORDS_H

#include "check/sentence_pairs.h"

/* Adds what is missing of sentences [n].  `session` scores with `model`, which translates into the
 * language of the sources.  An error of tr_score_batch(). */
int missing_words_find(tr_session *session, const tr_model *model, const sentence_pair *sentences,
                       size_t n, tr_error *err);

#endif
