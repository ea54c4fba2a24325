/*
 * row_file.h - a user's file of syntaxes, in the form of lib/syntax/data/syntax.rows: a row a line,
 * its columns parted by two blanks or more, or a tab; the texts that it takes and does not take may
 * be left out.  Kinds are "define", "placeholder", "tag", "code" and "none".
 */
#ifndef TR_ROW_FILE_H
#define TR_ROW_FILE_H

#include "base/error.h"
#include "base/span.h"
#include "syntax/syntax.h"

typedef struct tr_row_file tr_row_file;

/* TR_EIO; TR_EFORMAT for what is no such file, with its name and the line; TR_ENOMEM.  Several
 * threads may use the rows at once. */
int tr_row_file_open(tr_row_file **rows, const char *path, tr_error *err);
void tr_row_file_free(tr_row_file *rows); /* NULL is allowed */

/* The first row of the file that matches valid UTF-8 text [len] at byte `at`; *end: of what it
 * takes, where a character ends.  NULL if none matches. */
const tr_syntax *tr_row_file_at(const tr_row_file *rows, const char *text, size_t len, size_t at,
                                size_t *end);

/* The first place of text [from, len) where one does, which is not of the kind "none". */
const tr_syntax *tr_row_file_next(const tr_row_file *rows, const char *text, size_t len,
                                  size_t from, tr_span *found);

#endif
