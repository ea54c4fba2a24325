/* line_score.h - a line whose translation is given. */
#ifndef TR_LINE_SCORE_H
#define TR_LINE_SCORE_H

#include "line/line_prepare.h"

/* The counterpart of tr_line_prepare() for scoring `target` as the line's translation: sentences
 * with forced ids.  Where the session splits, sentences of both sides are paired; what is longer
 * than the model reads is scored in parts.  TR_ENOMEM. */
int tr_line_prepare_score(tr_line *line, tr_preparer *p, tr_string target, tr_error *err);

#endif
