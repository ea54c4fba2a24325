/*
 * odf_place.h - where a text of OpenDocument stands, for people: "paragraph 7 (Quotations)",
 * "paragraph 8 (heading 2)", "paragraph 9, table 2 row 3 column 1", "Prices!B4",
 * "slide 2, paragraph 1 (title)".
 *
 * Headings are paragraphs, too.  Paragraphs are counted in their part, or in their slide, from 1;
 * tables in their part.
 */
#ifndef TR_ODF_PLACE_H
#define TR_ODF_PLACE_H

#include "document/markup/markup.h"

enum { TR_ODF_TABLES = 16 }; /* in each other that are known */

typedef struct tr_odf_place {
    size_t n_paragraphs, n_tables, n_slides;
    struct tr_odf_table {
        size_t number, row, column;
        size_t rows, columns; /* that the last row and the last cell stand for */
        tr_span name;
    } tables[TR_ODF_TABLES];
    size_t depth; /* tables that are open, also unknown ones */
    bool is_spreadsheet;
    tr_span kind; /* of a slide's frame: "title"; empty: it has none */
} tr_odf_place;

/* Takes a start or an end tag, in order; `is_skipped`: what is in the element is not taken. */
void tr_odf_place_take(tr_odf_place *p, const tr_markup *m, const tr_markup_token *t,
                       bool is_skipped);

/* Appends where the text of the element is that `t`, which was taken last, begins; false if it is
 * neither a paragraph nor a heading: nothing is appended. */
bool tr_odf_place_say(tr_odf_place *p, const tr_markup *m, const tr_markup_token *t, tr_buf *out);

#endif
