/* line_result.h - from the hypotheses of its sentences to a line's translation. */
#ifndef TR_LINE_RESULT_H
#define TR_LINE_RESULT_H

#include "line/line.h"
#include "setup/setup.h"

/* Completes the result, when all sentences are taken.  `buf` is scratch.  TR_ENOMEM. */
int tr_line_finish(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err);

/* True, as 1, if the marks of a line have places in its first hypothesis; TR_ENOMEM.  To be called
 * when all sentences are final, before the line is finished. */
int tr_line_holds_marks(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err);

#endif
