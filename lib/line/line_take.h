/* line_take.h - what the search found for a segment, and whether to search a second time. */
#ifndef TR_LINE_TAKE_H
#define TR_LINE_TAKE_H

#include "line/line.h"
#include "setup/setup.h"

/* Copies what the search found into the segment, if it is better than what an earlier search found.
 * True when there is to be a second search: the segment's task has a new goal then.  Touches
 * nothing of the line but this segment.  Where memory runs out, the segment has no hypotheses:
 * tr_line_finish() tells. */
bool tr_line_take(tr_segment *segment, const tr_setting *setting, const tr_batch *batch,
                  const tr_beam *beam);

#endif
