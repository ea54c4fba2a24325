/*
 * text_lines.h - lines of a text file, of one that gzip or xz compressed, or of a pipe.
 *
 * What a file is, its first bytes tell.  Memory holds one line and a window of the file.
 */
#ifndef TR_TEXT_LINES_H
#define TR_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

typedef struct tr_text_lines tr_text_lines;

/* `path` "-" is standard input.  TR_EIO, TR_EUNSUPPORTED (xz without liblzma), TR_ENOMEM. */
int tr_text_lines_open(tr_text_lines **l, const char *path, tr_error *err);
/* An open file from its beginning, which stays the caller's; `name` is for messages. */
int tr_text_lines_open_stream(tr_text_lines **l, FILE *file, const char *name, tr_error *err);
void tr_text_lines_close(tr_text_lines *l); /* NULL is allowed */

/* The next line without its end (LF or CR LF), NUL-terminated, until the next call: 1, 0 at the
 * end, or TR_EIO, TR_EFORMAT for damage, TR_ENOMEM. */
int tr_text_lines_next(tr_text_lines *l, char **line, size_t *len, tr_error *err);

#endif
