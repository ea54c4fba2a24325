/* read_ass.h - subtitles of Advanced SubStation Alpha and SubStation Alpha, lyrics with times. */
#ifndef TR_READ_ASS_H
#define TR_READ_ASS_H

#include "document/segment/content.h"

/* ASS and SSA: the texts of the events.  Tags in braces are points; drawings and karaoke stay. */
int tr_read_ass(tr_content *d, tr_error *err);

/* LRC: the text behind the times of each line. */
int tr_read_lrc(tr_content *d, tr_error *err);

#endif
