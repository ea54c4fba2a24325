/* line_take.h - results of the search, taken for a sentence, and whether to search a second time.
 */
#ifndef TR_LINE_TAKE_H
#define TR_LINE_TAKE_H

#include "line/line.h"
#include "setup/setup.h"

/* Copies what the search found into the sentence, if it is better than what an earlier search
 * found. True when there is to be a second search: the sentence's task has a new goal then. Touches
 * nothing of the line but this sentence.  Where memory runs out, the sentence has no hypotheses:
 * tr_line_finish() tells. */
bool tr_line_take(tr_sentence *sentence, const tr_setup *setup, const tr_batch *batch,
                  const tr_beam *beam);

#endif
