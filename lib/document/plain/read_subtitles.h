/* read_subtitles.h - subtitles, SubRip and WebVTT: a sentence may go over several cues. */
#ifndef TR_READ_SUBTITLES_H
#define TR_READ_SUBTITLES_H

#include "document/segment/content.h"

int tr_read_srt(tr_content *d, tr_error *err);
int tr_read_vtt(tr_content *d, tr_error *err);

/* Each cue has its source above its translation. */
void tr_bilingual_srt(const tr_content *source, const tr_content *translated, tr_buf *out);
void tr_bilingual_vtt(const tr_content *source, const tr_content *translated, tr_buf *out);

#endif
