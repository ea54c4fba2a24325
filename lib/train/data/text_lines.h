/*
 * text_lines.h - lines of a text file or a pipe, which gzip, xz or zstd may have compressed.
 *
 * The first bytes decide what a file is.  Memory holds one line and a window of the file.
 */
#ifndef TR_TEXT_LINES_H
#define TR_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

typedef struct tr_text_lines tr_text_lines;

/* `path` "-" is standard input.  TR_EIO, TR_ENOMEM. */
int tr_text_lines_open(tr_text_lines **l, const char *path, tr_error *err);
/* Reads an open file from its beginning; it stays the caller's.  `name` is for messages. */
int tr_text_lines_open_stream(tr_text_lines **l, FILE *file, const char *name, tr_error *err);
void tr_text_lines_close(tr_text_lines *l); /* NULL is allowed */

/* Reads a line: *line [*len] without its end (LF or CR LF), NUL-terminated, valid until the next
 * call.  Returns 1, 0 at the end of the text, or TR_EIO, TR_EFORMAT (damaged, or a line of more
 * than 16 MiB), TR_EUNSUPPORTED (the library was built without the compression), TR_ENOMEM. */
int tr_text_lines_next(tr_text_lines *l, char **line, size_t *len, tr_error *err);

#endif
