/* sentence_text.h - the text of what was found for a segment. */
#ifndef TR_SENTENCE_TEXT_H
#define TR_SENTENCE_TEXT_H

#include "line/line.h"
#include "setup/setup.h"

/* Whether the text has to have the placeholders and names of the segment. */
static inline bool tr_segment_holds(const tr_segment *s)
{
    return s->stretch && s->stretch->keep;
}

/* Appends the text of a hypothesis, with placeholders for stand-ins, in capitals if the source is.
 * ends [n_tokens] receives where the text of each token ends, counted from the end of what `out`
 * held; NULL: nothing. TR_ENOMEM. */
int tr_segment_text(const tr_segment *s, const tr_segment_hypothesis *h, const tr_setting *setting,
                    tr_buf *out, size_t *ends, tr_error *err);

/* Whether a text that tr_segment_text() gave has the placeholders of the segment, each once,
 * and its names. */
bool tr_segment_keeps(const tr_segment *s, const char *text, size_t len);

#endif
