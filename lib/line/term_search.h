/*
 * term_search.h - further searches for a sentence whose translation lacks terms of a glossary.
 *
 * The first translation nearly always has a word for a term, and the alignment tells which.  The
 * term is put in the place of that word (term_choice.h), and a search along all ways to do so
 * chooses one.  The rest of the sentence stays as it is: what a model says freely behind a word
 * that it would not have said is worse.  Only where no word comes from a term, a search has to say
 * it somewhere; its translation is taken if the term comes from its own words then.
 */
#ifndef TR_TERM_SEARCH_H
#define TR_TERM_SEARCH_H

#include "line/line.h"
#include "setup/setup.h"

/* The sentence has terms and hypotheses.  True if there is to be another search, for which its task
 * has a new goal.  Else its hypotheses are final, and n_missing tells what the first one lacks. */
bool tr_term_search_next(tr_sentence *s, const tr_setup *setup, const tr_batch *batch);

/* Takes what the search for that goal found. */
void tr_term_search_take(tr_sentence *s, const tr_setup *setup, const tr_batch *batch,
                         const tr_beam *beam);

#endif
