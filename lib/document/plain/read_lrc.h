/*
 * read_lrc.h - lyrics with times (LRC).
 *
 * What stands behind the times at the beginning of a line, "[00:12.00]", is text; times within it,
 * "<00:12.50>" before words and "[00:12.50]", are marks.  Lines without a time stay, and so do
 * names such as "[ti:...]".
 */
#ifndef TR_READ_LRC_H
#define TR_READ_LRC_H

#include "document/segment/content.h"

/* The time "[00:12.00]" at the beginning of text [len], or with brackets `open` and `close`: its
 * length, 0 if there is none.  *exact: it has a part of a second. */
size_t tr_lrc_time(const char *text, size_t len, char open, char close, bool *exact);

int tr_read_lrc(tr_content *d, tr_error *err);

#endif
