/* line_wording.h - what the user wants of the words of a segment's translation. */
#ifndef TR_LINE_WORDING_H
#define TR_LINE_WORDING_H

#include "session/line.h"
#include "session/setting.h"

/* Adds it to the goal of a segment that is to be the last one of its line; `text` [len] is its
 * source, and `search` is the one that it will go through.  TR_ENOMEM. */
int tr_line_add_wording(tr_segment *segment, const tr_setting *setting, const tr_search *search,
                        const char *text, size_t len, tr_error *err);

#endif
