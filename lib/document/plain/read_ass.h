/*
 * read_ass.h - subtitles of SubStation Alpha: SSA (v4) and ASS (v4+).
 *
 * The last field of a "Dialogue:" line of [Events] is text, if it is no karaoke.  In it, "{...}" is
 * a mark, "\N" breaks a line, "\n" and "\h" are blanks, and what comes behind {\p1} is a drawing.
 * All other lines stay.
 */
#ifndef TR_READ_ASS_H
#define TR_READ_ASS_H

#include "document/segment/content.h"

int tr_read_ass(tr_content *d, tr_error *err);

#endif
