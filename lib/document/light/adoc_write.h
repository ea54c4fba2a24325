/* adoc_write.h - text of AsciiDoc is written. */
#ifndef TR_ADOC_WRITE_H
#define TR_ADOC_WRITE_H

#include "document/light/adoc_names.h"
#include "document/segment/segment.h"

/* A title's `extra`, in bytes of the document; of one that has several texts, all is 0. */
typedef struct tr_adoc_title {
    const tr_adoc_names *names; /* NULL: no reference names it */
    tr_span whole, text, inner; /* its lines; its text; what of that is translated */
    size_t row;                 /* where the row below it begins; whole.end: there is none */
    bool has_id;
} tr_adoc_title;

/* Text of a paragraph; a title, below which is a row as long as it is; a cell; a note in brackets;
 * names of menus. */
extern const tr_writing tr_adoc_text, tr_adoc_title_text, tr_adoc_cell, tr_adoc_note, tr_adoc_menu;

#endif
