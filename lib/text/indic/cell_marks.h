/* cell_marks.h - steps of a text as indic_nlp_library cuts it into words and joins them. */
#ifndef TR_CELL_MARKS_H
#define TR_CELL_MARKS_H

#include "language/language_data.h"
#include "text/moses/cells.h"

/* Rules "from>to" of a list, one after the other; NULL: none. */
void tr_cells_apply(tr_cells *t, const char *rules);

/* Blanks part the script's letters from digits, Latin letters and marks. */
void tr_cells_part_letters(tr_cells *t, const tr_script *script);

/* ASCII's punctuation but the backslash, and `others`, become words of their own. */
void tr_cells_part_marks(tr_cells *t, const char *others);

/* Numbers with one of , . : / between, as "3 , 5", become one word. */
void tr_cells_join_numbers(tr_cells *t);

/* Each of `closing` touches the word before it; NULL: none. */
void tr_cells_close(tr_cells *t, const char *closing);

/* Marks touch the words that they belong to; quotation marks open and close by turns. */
void tr_cells_join_marks(tr_cells *t);

#endif
