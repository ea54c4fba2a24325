/* line_memory.h - lines whose translation is remembered (tr_translation_memory of translate.h). */
#ifndef TR_LINE_MEMORY_H
#define TR_LINE_MEMORY_H

#include "line/line.h"

/* Fills in the result of a line that the memory has: 1; 0 for others, which have yet to be
 * prepared.  TR_ENOMEM. */
int tr_line_recall(tr_line *line, const tr_options *options, tr_error *err);

/* Adds a sentence that is known, if the memory has the passage, which is less than the line, and no
 * scores are wanted: 1; 0 for others, which have yet to be prepared.  TR_ENOMEM. */
int tr_line_recall_passage(tr_line *line, tr_span passage, const tr_options *options,
                           tr_error *err);

/* Tells the memory of a line's result, unless the memory gave it. */
void tr_line_remember(const tr_line *line, const tr_options *options);

#endif
