/* hypothesis_copy.h - a hypothesis, copied out of the search that found it. */
#ifndef TR_HYPOTHESIS_COPY_H
#define TR_HYPOTHESIS_COPY_H

#include "line/line.h"
#include "setup/special_tokens.h"

/* Copies into the sentence's region, with the alignment if the sentence's goal asks for it.  False:
 * out of memory. */
bool tr_hypothesis_copy(tr_sentence *s, const tr_special_tokens *special, const tr_kvcache *cache,
                        const tr_path *p, tr_sentence_hypothesis *h);

#endif
