/*
 * beam.h - beam search for one sentence, by Marian's rules.
 *
 * There are as many places as the beam is wide.  Each step fills them with the best candidates over
 * all live hypotheses.  A candidate that ends in </s> is done; it keeps its place for good.  The
 * search ends when no place is left, at the length limit, or when no live hypothesis can still
 * enter the n-best.  At the end hypotheses are ordered by log p / penalty(length); the length
 * counts </s>.  Ties go to the lower id, then to the older hypothesis.
 *
 * Where words are drawn (sampling.h), each place holds a sample.  All part with the first word that
 * is drawn.
 *
 * Diverse beam search (Vijayakumar et al. 2016) deals the places out to groups; the first ones have
 * one more where they cannot be equal.  In each step the groups take turns.  To a group, a word is
 * less probable by `diversity` for each hypothesis of the groups before that has taken it in this
 * step (Hamming diversity); no log p and no score contains the penalty.  The n-best are the best of
 * each group, then the second best of each, and so on.  What several groups have found counts once.
 */
#ifndef TR_BEAM_H
#define TR_BEAM_H

#include "network/decoder.h"
#include "network/kvcache.h"
#include "search/hypotheses.h"

size_t tr_beam_size(const tr_search *s);
void tr_beam_init(tr_beam *b, tr_arena *a, const tr_search *s);

void tr_beam_begin(tr_beam *b, const tr_goal *goal); /* a new sentence */

/* The next step's rows of the live hypotheses and what they ask of the logits, but for the
 * shortlist: rows and asked [n_live].  Takes their nodes from the cache.  Returns n_live. */
size_t tr_beam_rows(tr_beam *b, tr_kvcache *cache, size_t memory, size_t n_memory,
                    tr_decoder_row *rows, tr_logits_request *asked);

/* Takes the step that tr_beam_rows() prepared, with the answers.  True when the search is over:
 * done [n_done] is final then, and n_done > 0 unless the search failed.  All nodes are free again,
 * with one exception: with an alignment, the paths that are done keep theirs until tr_beam_end().
 */
bool tr_beam_advance(tr_beam *b, tr_kvcache *cache, const tr_candidates *answers);
void tr_beam_end(tr_beam *b, tr_kvcache *cache);

/* Gives a search up between two steps.  All nodes are free again. */
void tr_beam_drop(tr_beam *b, tr_kvcache *cache);

#endif
