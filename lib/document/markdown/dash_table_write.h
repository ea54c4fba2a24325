/* dash_table_write.h - tables of dashes (dash_table.h) as tables with bars, and back. */
#ifndef TR_DASH_TABLE_WRITE_H
#define TR_DASH_TABLE_WRITE_H

#include "document/markdown/dash_table.h"

/* Appends the table as one with bars, whose lines are indented as it is. */
void tr_dash_table_add_bars(const tr_dash_table *p, tr_buf *out);

/* Appends the table with the cells of one with bars, which begins at byte `at` of text [size];
 * columns become as wide as they have to be.  Returns the byte after the table with bars; 0, and
 * nothing is appended, if it has not as many rows and cells. */
size_t tr_dash_table_write(const tr_dash_table *p, const char *t, size_t size, size_t at,
                           tr_buf *out);

#endif
