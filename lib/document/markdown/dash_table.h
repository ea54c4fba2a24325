/*
 * dash_table.h - tables of Pandoc whose columns are where dashes are: simple tables, and tables
 * whose rows are of several lines, with an empty line between two rows.
 *
 * Places and widths are in columns of a terminal.  https://pandoc.org/MANUAL.html#tables
 */
#ifndef TR_DASH_TABLE_H
#define TR_DASH_TABLE_H

#include "base/buf.h"
#include "base/span.h"

enum { TR_DASH_COLUMNS = 64 }; /* that a table may have */

/* How a column is aligned: to no side in particular, or as its name says. */
enum tr_dash_align { TR_DASH_DEFAULT, TR_DASH_LEFT, TR_DASH_RIGHT, TR_DASH_CENTER };

typedef struct tr_dash_table {
    size_t n_columns, n_rows;                              /* rows with the head's */
    size_t begins[TR_DASH_COLUMNS], ends[TR_DASH_COLUMNS]; /* [n_columns] of the dashes */
    enum tr_dash_align align[TR_DASH_COLUMNS];
    bool has_head, has_lines; /* there is a head; rows are of several lines */
    bool ends_blank;          /* an empty line is behind the last row, before the line below */
    size_t top, bottom;       /* the dashes of the lines above and below all; 0: there is none */
    bool parted;              /* the line below has the dashes of the columns */
    const char *line_end;
    tr_buf cells;  /* [n_rows][n_columns] texts, each with a 0 behind it */
    bool is_plain; /* a table with bars can have its cells */
} tr_dash_table;

/* Reads the table that begins at byte `at` of text [size], behind an empty line or at the beginning
 * of all.  Returns the byte after it; 0 if there is none.  To be freed in any case. */
size_t tr_dash_table_read(const char *t, size_t size, size_t at, tr_dash_table *p);
void tr_dash_table_free(tr_dash_table *p);

#endif
