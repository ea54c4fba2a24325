/* text_line.h - a line of plain text: its indentation, marks and text; a row has cells. */
#ifndef TR_TEXT_LINE_H
#define TR_TEXT_LINE_H

#include "document/segment/content.h"

typedef struct tr_text_line {
    size_t begin, end; /* without its line end */
    size_t next;       /* where the next line begins */
    size_t prefix;     /* after indentation and ">" */
    size_t text;       /* after the blanks and the mark of a list */
    bool marked;       /* a list's mark begins it */
    bool framed;       /* it stands between bars */
} tr_text_line;

tr_text_line tr_text_line_read(const tr_content *d, size_t begin);
/* True if it is what people type behind the sign of a shell: "$ make install". */
bool tr_text_line_is_command(const tr_content *d, const tr_text_line *l);

/* Commands have none. */
bool tr_text_line_has_letter(const tr_content *d, const tr_text_line *l);

/* True if its mark may be a date or an initial, such as "12." and "B.".  "1." and "A." begin a
 * list. */
bool tr_text_line_counts(const tr_content *d, const tr_text_line *l);

/* True if the line begins with a string after its prefix. */
bool tr_text_line_begins(const tr_content *d, const tr_text_line *l, const char *with);

/* Count the characters of the line, and of the first word of its text. */
size_t tr_text_line_width(const tr_content *d, const tr_text_line *l);
size_t tr_text_line_first_word(const tr_content *d, const tr_text_line *l);

/* Finds the first gap between two cells from byte `from` on; false if there is none.  A gap is a
 * tab, or two blanks or more.  In a framed row it is a bar with the blanks around it.  Two blanks
 * after a sentence are no gap. */
bool tr_text_line_gap(const tr_content *d, const tr_text_line *l, size_t from, tr_span *gap);

/* True if it is a row of a table.  A line with a single gap of two blanks is a row only after
 * another row (`after_row`), or before one. */
bool tr_text_line_is_row(const tr_content *d, const tr_text_line *l, bool after_row);

#endif
