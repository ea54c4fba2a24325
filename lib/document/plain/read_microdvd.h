/*
 * read_microdvd.h - subtitles of one line each: MicroDVD, "{10}{50}One line|another", whose times
 * are frames, and MPL2, "[10][50]/In italics", whose times are tenths of a second.
 *
 * They are read as SubRip: each cue gets a line of times, with what stands before its text behind
 * them, and a line for each of its own.
 */
#ifndef TR_READ_MICRODVD_H
#define TR_READ_MICRODVD_H

#include "document/segment/content.h"

bool tr_microdvd_to_srt(const tr_content *d, tr_buf *out);
bool tr_mpl2_to_srt(const tr_content *d, tr_buf *out);
/* Reads what was made of either. */
int tr_read_line_cues(tr_content *d, tr_error *err);
void tr_microdvd_from_srt(const tr_content *source, const tr_content *d, tr_buf *out);
void tr_mpl2_from_srt(const tr_content *source, const tr_content *d, tr_buf *out);

/* True if the first lines all are cues. */
bool tr_is_microdvd(const char *bytes, size_t size);
bool tr_is_mpl2(const char *bytes, size_t size);

#endif
