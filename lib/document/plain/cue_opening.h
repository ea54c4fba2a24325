/* cue_opening.h - what stands before the text of a line of a subtitle. */
#ifndef TR_CUE_OPENING_H
#define TR_CUE_OPENING_H

#include <stddef.h>

/* A sign for another speaker at the beginning of text [len], a dash, ">>" or a name in capitals
 * with a colon: its length, or 0. */
size_t tr_cue_speaker(const char *text, size_t len);

/* The byte after a sound at `at` that text follows, "(DOOR CLOSES) I think": in brackets, or in
 * parentheses without small letters; `at` if there is none. */
size_t tr_cue_sound_end(const char *t, size_t at, size_t end);

/* The byte after dots at `at` that a word follows: the sentence began before. */
size_t tr_cue_dots_end(const char *t, size_t at, size_t end);

#endif
