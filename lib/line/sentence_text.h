/* sentence_text.h - the text of what was found for a sentence. */
#ifndef TR_SENTENCE_TEXT_H
#define TR_SENTENCE_TEXT_H

#include "line/line.h"
#include "setup/setup.h"

/* True if the text has to have the placeholders and names of the sentence. */
static inline bool tr_sentence_holds(const tr_sentence *s)
{
    return s->input && s->input->keep;
}

/* Appends the text of a hypothesis, with placeholders for stand-ins, in capitals if the source is.
 * ends [n_tokens] receives where the text of each token ends, counted from the end of what `out`
 * protected; NULL: nothing. TR_ENOMEM. */
int tr_sentence_text(const tr_sentence *s, const tr_sentence_hypothesis *h, const tr_setup *setup,
                     tr_buf *out, size_t *ends, tr_error *err);

/* True if a text that tr_sentence_text() gave has the placeholders of the sentence, each once,
 * and its names. */
bool tr_sentence_keeps(const tr_sentence *s, const char *text, size_t len);

#endif
