/* cue_line.h - a line of a file of subtitles, SRT or WebVTT, and what it is by its characters. */
#ifndef TR_CUE_LINE_H
#define TR_CUE_LINE_H

#include "document/segment/content.h"

typedef struct tr_cue_line {
    size_t begin, end, next; /* of the line; without its line end; of the next line */
} tr_cue_line;

tr_cue_line tr_cue_line_read(const tr_content *d, size_t begin);

/* How it ends: "\r\n", "\r" or "\n". */
const char *tr_cue_line_ending(const tr_content *d, const tr_cue_line *l);

bool tr_cue_line_is_blank(const tr_content *d, const tr_cue_line *l);
bool tr_cue_line_is_number(const tr_content *d, const tr_cue_line *l);
bool tr_cue_line_begins(const tr_content *d, const tr_cue_line *l, const char *word);

/* "00:01:02,500 --> 00:01:04,000": it begins with a time, of two or three numbers, and has an
 * arrow. */
bool tr_cue_line_is_timing(const tr_content *d, const tr_cue_line *l);

/* The two times of a timing, in seconds. */
void tr_cue_line_times(const tr_content *d, const tr_cue_line *l, double *begin, double *end);

#endif
