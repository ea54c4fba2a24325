/* cue_line.h - a line of subtitles, SRT or WebVTT: blank, a number, a timing, or text. */
#ifndef TR_CUE_LINE_H
#define TR_CUE_LINE_H

#include "document/segment/content.h"

enum { TR_CUE_WIDTH = 42 /* characters that fit a line of a screen */ };

typedef struct tr_cue_line {
    size_t begin, end; /* without its line end */
    size_t next;       /* where the next line begins */
} tr_cue_line;

tr_cue_line tr_cue_line_read(const tr_content *d, size_t begin);

/* Returns its line end: "\r\n", "\r" or "\n". */
const char *tr_cue_line_ending(const tr_content *d, const tr_cue_line *l);

bool tr_cue_line_is_blank(const tr_content *d, const tr_cue_line *l);
bool tr_cue_line_is_number(const tr_content *d, const tr_cue_line *l);
bool tr_cue_line_begins(const tr_content *d, const tr_cue_line *l, const char *word);

/* True of "00:01:02,500 --> 00:01:04,000": a time of two or three numbers, and an arrow. */
bool tr_cue_line_is_timing(const tr_content *d, const tr_cue_line *l);

/* The two times of a timing, in seconds. */
void tr_cue_line_times(const tr_content *d, const tr_cue_line *l, double *begin, double *end);

#endif
