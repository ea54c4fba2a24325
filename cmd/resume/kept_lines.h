/*
 * kept_lines.h - lines of output that are done, kept when a signal asks for the end.
 *
 * FILE.partial has the output as far as it is whole, and FILE.resume the keys and the last numbers
 * that were noted, one a line.
 */
#ifndef KEPT_LINES_H
#define KEPT_LINES_H

#include <stdint.h>

#include "console/output.h"
#include "resume/resume_file.h"

/* Numbers that go on from one run to the next. */
enum kept_number {
    KEPT_WRITTEN, /* bytes of output */
    KEPT_LINES,
    KEPT_FAILED,
    KEPT_REPAIRED,
    KEPT_FIRST_REPAIRED,
    KEPT_LACKING,
    KEPT_FIRST_LACKING,
    KEPT_STAYING,
    KEPT_FIRST_STAYING,
    KEPT_NUMBERS
};

typedef struct kept_lines {
    resume_file file; /* FILE.resume */
    char *part;       /* FILE.partial; NULL: there is none */
    const output *out;
    bool possible, begun; /* what is done can be kept; and will be */
    const char *how;      /* what goes on with it; NULL: "the same command with --resume" */
    double start;
} kept_lines;

/* To be called before the first line is written to `out`, with `possible` and `how` set.  With
 * `resume`, what was done is written there, and its numbers are told; else they are all 0.  `keys`
 * gets `ctx`, until the end.  0, or -1 after a sentence. */
int kept_lines_begin(kept_lines *k, const output *out, resume_keys *keys, void *ctx, bool resume,
                     bool quiet, uint64_t numbers[KEPT_NUMBERS]);

/* To be called after each line that is written; numbers[KEPT_WRITTEN] is set here.  After a second,
 * SIGHUP, SIGINT and SIGTERM keep what is written, and say so; if more was kept before of the same
 * work, that stays.  One at a time. */
void kept_lines_note(kept_lines *k, uint64_t numbers[KEPT_NUMBERS]);

/* To be called before the output is closed: from now on, nothing is kept. */
void kept_lines_end(kept_lines *k);

/* The lines are all written: what was kept is removed. */
void kept_lines_forget(kept_lines *k);

void kept_lines_free(kept_lines *k); /* also of zeros */

#endif
