/*
 * repeats.h - lines of a stream that an earlier line is equal to, which is translated once for all.
 *
 * A line that stands for an earlier one needs no work: in the order of the input, the earlier one
 * is written before it.  Lines are kept with all that is known of them, at most 16 MiB; the line
 * that was not asked for the longest goes first.  The queue's lock guards all.
 */
#ifndef TR_REPEATS_H
#define TR_REPEATS_H

#include "line/line.h"

typedef struct tr_repeats {
    tr_line **buckets;     /* [N_BUCKETS] by the hash of the text; NULL: none are kept */
    tr_line *first, *last; /* that have been written, the oldest first */
    size_t n_bytes;        /* of the lines */
    bool weights;          /* of alignments are in the results */
} tr_repeats;

/* Out of memory, no line is kept. */
void tr_repeats_init(tr_repeats *r, bool weights);

/* Frees the lines that are kept, when no other is left. */
void tr_repeats_free(tr_repeats *r);

/* A new line: true if it stands for an earlier one; else it is known from now on. */
bool tr_repeats_find_locked(tr_repeats *r, tr_line *line);

/* The line has been written, or will never be.  What nobody needs any more is freed. */
void tr_repeats_leave_locked(tr_repeats *r, tr_line *line);

/* What is known of a line: the result of the one that it stands for, under its own number. */
tr_translation tr_repeats_result(const tr_line *line);

#endif
