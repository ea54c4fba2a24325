/* text_line.h - a line of plain text: its indentation, marks and text; a row has cells. */
#ifndef TR_TEXT_LINE_H
#define TR_TEXT_LINE_H

#include "document/segment/content.h"

typedef struct tr_text_line {
    size_t begin, end, next; /* of the line; without its line end; of the next line */
    size_t text;             /* after indentation, ">" and the mark of a list */
    size_t prefix;           /* after indentation and ">" */
    bool marked;             /* a list's mark begins it */
    bool framed;             /* it stands between bars */
} tr_text_line;

tr_text_line tr_text_line_read(const tr_content *d, size_t begin);
bool tr_text_line_has_letter(const tr_content *d, const tr_text_line *l);

/* True if its mark is "12." or "B.", which may as well be a date or somebody's initial: "1." and
 * "A." begin a list. */
bool tr_text_line_counts(const tr_content *d, const tr_text_line *l);

/* True if the line begins so, after its prefix. */
bool tr_text_line_begins(const tr_content *d, const tr_text_line *l, const char *with);

/* Characters of the line, and of the first word of its text. */
size_t tr_text_line_width(const tr_content *d, const tr_text_line *l);
size_t tr_text_line_first_word(const tr_content *d, const tr_text_line *l);

/* Returns the gap between two cells of a row: a tab, two blanks or more, or in a row that a bar
 * begins a bar with the blanks around it.  Finds the first from byte `from` on; false if there is
 * none.  Two blanks after a sentence are none. */
bool tr_text_line_gap(const tr_content *d, const tr_text_line *l, size_t from, tr_span *gap);

/* True if it is a row of a table.  A line with two blanks in one place is none by itself, but is
 * one after another row (`after_row`), and before one. */
bool tr_text_line_is_row(const tr_content *d, const tr_text_line *l, bool after_row);

#endif
