/* patch_lines.h - lists of differences within a text, as mails have them: diff's unified format. */
#ifndef TR_PATCH_LINES_H
#define TR_PATCH_LINES_H

#include "document/plain/text_line.h"

/* True if differences begin with a line, which may be quoted. */
bool tr_patch_begins(const tr_content *d, const tr_text_line *first);

/* The byte after the differences that begin with a line, which may be quoted, and the number *n of
 * their lines; 0: none begin there. */
size_t tr_patch_end(const tr_content *d, const tr_text_line *first, size_t *n);

#endif
