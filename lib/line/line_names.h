/*
 * line_names.h - names of buttons and the like in a line (control_names.h), which are translated
 * before the line and by themselves: a stand-in takes their place then (stand_ins.h).  Code in tags
 * of the line, <code>, says itself.
 *
 * At first the line's sentences are its names.  When they are final, what they say is kept, and the
 * line's own sentences take their place.
 */
#ifndef TR_LINE_NAMES_H
#define TR_LINE_NAMES_H

#include "line/line.h"
#include "setup/setup.h"
#include "text/passages.h"

/* Finds the names in passages of the line's source, which is valid UTF-8 and has no tags any more;
 * line->names stays NULL if there is none.  TR_ENOMEM. */
int tr_line_find_names(tr_line *line, const tr_setup *setup, const tr_passages *passages,
                       tr_error *err);

/* Keeps what the line's sentences say for its names; a name without a translation is none any more.
 * The sentences are dropped.  The buffer is overwritten.  TR_ENOMEM. */
int tr_line_know_names(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err);

#endif
