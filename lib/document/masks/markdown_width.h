/*
 * markdown_width.h - the width of tables in Markdown.
 *
 * A row may have fewer cells than the head of its table; a parser makes the others up.  A table of
 * n columns and n rows of one cell has n * n cells.  So the rows of a table that has far more cells
 * than bars are read as a table of their own, which is as wide as they are.
 */
#ifndef TR_MARKDOWN_WIDTH_H
#define TR_MARKDOWN_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Goes through a text line by line; {0} at first. */
typedef struct tr_markdown_width {
    size_t end;             /* of lines without a blank one between */
    size_t n_lines, n_bars; /* from the line at hand on, up to there */
    size_t n_extra;         /* cells that were more than the bars are worth */
    bool cut;               /* some cells of a wide row are not read */
} tr_markdown_width;

/* Takes the line [begin, end) of text [size], with its line end.  If it is the row of dashes below
 * the head of a table with too many cells: how many columns the rows below may have; else 0. */
size_t tr_markdown_width_take(tr_markdown_width *w, const char *text, size_t size, size_t begin,
                              size_t end);

#endif
