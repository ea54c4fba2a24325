/*
 * read_subtitles.h - SubRip (.srt) and WebVTT (.vtt): the text of cues, each by itself.
 */
#ifndef TR_READ_SUBTITLES_H
#define TR_READ_SUBTITLES_H

#include "document/doc.h"

int tr_read_srt(tr_doc *d, tr_error *err);
int tr_read_vtt(tr_doc *d, tr_error *err);

#endif
