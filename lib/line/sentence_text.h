/* sentence_text.h - the text of what was found for a sentence. */
#ifndef TR_SENTENCE_TEXT_H
#define TR_SENTENCE_TEXT_H

#include "line/line.h"
#include "setup/setup.h"

/* How what is protected of the sentence is kept. */
static inline enum tr_keep tr_sentence_way(const tr_sentence *s)
{
    return s->input ? s->input->keep : TR_KEEP_NOTHING;
}

/* True if a translation has to have what is protected of the sentence. */
static inline bool tr_sentence_holds(const tr_sentence *s)
{
    return tr_sentence_way(s) != TR_KEEP_NOTHING && tr_sentence_way(s) != TR_KEEP_BETWEEN;
}

/* Where the byte of the line's source is that byte `at` of the sentence came from, as the model
 * reads it; with `ends`, of something that ends there. */
size_t tr_sentence_place(const tr_sentence *s, size_t at, bool ends);

/* Appends the text of a hypothesis, with placeholders for stand-ins, in capitals if the source is.
 * ends [n_tokens] receives where the text of each token ends, counted from the end of what `out`
 * protected; NULL: nothing. TR_ENOMEM. */
int tr_sentence_text(const tr_sentence *s, const tr_sentence_hypothesis *h, const tr_setup *setup,
                     tr_buf *out, size_t *ends, tr_error *err);

/* Which name each token of a hypothesis is of: names [n of the hypothesis], by places in the line's
 * source, which are empty for other tokens.  TR_ENOMEM. */
int tr_sentence_name_tokens(const tr_sentence *s, const tr_sentence_hypothesis *h,
                            const tr_setup *setup, tr_span *names, tr_error *err);

/* True if a hypothesis has what is protected of the sentence as often as it.  The buffer is
 * overwritten. */
bool tr_sentence_keeps(const tr_sentence *s, const tr_sentence_hypothesis *h, const tr_setup *setup,
                       tr_buf *buf);

#endif
