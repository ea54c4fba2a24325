/*
 * ooxml_place.h - where a text of Office Open XML stands, for people: "paragraph 7 (Heading1)",
 * "paragraph 9, table 2 row 3 column 1", "Prices!B4".
 *
 * Paragraphs and tables are counted in their part from 1, in tables, too; rows and columns in their
 * table.
 */
#ifndef TR_OOXML_PLACE_H
#define TR_OOXML_PLACE_H

#include "document/markup/markup.h"
#include "document/package/sheet_cells.h"

enum { TR_OOXML_TABLES = 16 }; /* in each other that are known */

typedef struct tr_ooxml_place {
    size_t n_paragraphs, n_tables, n_strings, n_texts;
    struct tr_ooxml_table {
        size_t number, row, column;
    } tables[TR_OOXML_TABLES];
    size_t depth; /* tables that are open, also unknown ones */
    tr_span kind; /* of a slide's shape: "title"; empty: it has none */
    tr_span cell; /* of a sheet: the last one that began, or that a comment is of */
} tr_ooxml_place;

/* Takes a tag whose name has its standard prefix (ooxml_names.h), in order. */
void tr_ooxml_place_take(tr_ooxml_place *p, const tr_markup *m, const tr_markup_token *t);

/* Appends where the text of the element is that `t`, which was taken last, begins; `style`: of the
 * paragraph, or empty; `cells`: of shared strings, or NULL. */
void tr_ooxml_place_say(tr_ooxml_place *p, const tr_markup *m, const tr_markup_token *t,
                        tr_span style, const tr_sheet_cells *cells, tr_buf *out);

#endif
