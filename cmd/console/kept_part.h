/*
 * kept_part.h - what is done of a long work, which is kept when a signal asks for the end.
 *
 * FILE.partial has the output as far as it is whole, and FILE.resume what is needed to go on: a
 * text of the caller's, and the last numbers that it noted, one a line.
 */
#ifndef KEPT_PART_H
#define KEPT_PART_H

#include <stdint.h>

#include "console/output.h"

enum { KEPT_NUMBERS = 9 };

/* From now on, SIGHUP, SIGINT and SIGTERM keep the unfinished file of the output, and say so; if it
 * has fewer bytes than the `least` that were kept before of the same work, the earlier bytes stay.
 * Nothing is kept of an output that is no regular file.  One at a time. */
void kept_part_begin(const output *o, const char *text, uint64_t least);

/* To be called after each line that is written.  numbers[0] is the size of the output so far. */
void kept_part_note(const uint64_t numbers[KEPT_NUMBERS]);

/* From now on, nothing is kept; to be called before the output is closed. */
void kept_part_end(void);

/* The names for an output; the caller frees them. */
char *kept_part_path(const char *path);
char *kept_part_state_path(const char *path);

#endif
