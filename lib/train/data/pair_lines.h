/*
 * pair_lines.h - the good lines of a text in an unnamed file, which are read again and again.
 */
#ifndef TR_PAIR_LINES_H
#define TR_PAIR_LINES_H

#include <stdio.h>

#include "base/buf.h"
#include "train/data/length_ratio.h"

/* What is known of a pair beside its text. */
typedef struct tr_pair_record {
    uint32_t source, target; /* bytes */
    uint32_t characters[2];  /* of source and target */
    uint64_t part;           /* of the mixture */
    uint64_t line;           /* of the text, from 1 */
} tr_pair_record;

typedef struct tr_pair_lines {
    FILE *file;           /* records, each followed by its text */
    const char *beside;   /* a path in the folder where it lies */
    tr_length_ratios all; /* of all pairs, until tr_pair_lines_end() */
    uint32_t ratio;       /* their median; 0 before tr_pair_lines_end() */
} tr_pair_lines;

/* TR_EIO. */
int tr_pair_lines_create(tr_pair_lines *p, const char *beside, tr_error *err);
/* Adds a pair.  TR_EIO, TR_ENOMEM. */
int tr_pair_lines_add(tr_pair_lines *p, const tr_pair_record *r, tr_string source, tr_string target,
                      tr_error *err);
/* Ends adding: from now on pairs whose lengths do not fit the median are left out.  Calls
 * leave(ctx, line) for each of them.  TR_EIO, TR_ENOMEM. */
int tr_pair_lines_end(tr_pair_lines *p, void (*leave)(void *ctx, uint64_t line), void *ctx,
                      tr_error *err);
void tr_pair_lines_close(tr_pair_lines *p);

typedef struct tr_pair_reader {
    tr_pair_lines *lines;
    tr_pair_record record;
    tr_buf source, target;
    uint64_t at; /* of the record in the file */
} tr_pair_reader;

/* Begins at byte `at`, a place of a record.  TR_EIO. */
int tr_pair_reader_begin(tr_pair_reader *r, tr_pair_lines *p, uint64_t at, tr_error *err);
/* Reads the next pair that fits.  Returns 1, 0 at the end, TR_EIO or TR_ENOMEM. */
int tr_pair_reader_next(tr_pair_reader *r, tr_error *err);
void tr_pair_reader_end(tr_pair_reader *r);

#endif
