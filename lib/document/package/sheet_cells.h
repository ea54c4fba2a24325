/* sheet_cells.h - where a spreadsheet has its shared strings: the first cell of each. */
#ifndef TR_SHEET_CELLS_H
#define TR_SHEET_CELLS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "formats/zip.h"

typedef struct tr_sheet_cell {
    uint32_t string; /* its number */
    uint32_t sheet;  /* the number of its member */
    uint32_t at;     /* of its name in the text: "B4" */
} tr_sheet_cell;

typedef struct tr_sheet_name {
    uint32_t sheet, at;
} tr_sheet_name;

/* {0} at first. */
typedef struct tr_sheet_cells {
    tr_sheet_cell *list; /* [n] */
    size_t n, capacity;
    tr_sheet_name *names; /* [n_names] */
    size_t n_names, names_capacity;
    tr_buf text;
} tr_sheet_cells;

void tr_sheet_cells_free(tr_sheet_cells *c);

/* Reads the cells of a worksheet, whose XML is member `sheet` of the package.  TR_ENOMEM. */
int tr_sheet_cells_read(tr_sheet_cells *c, size_t sheet, const tr_buf *xml, tr_error *err);

/* Puts the cells in order, when all sheets were read. */
void tr_sheet_cells_settle(tr_sheet_cells *c);

/* Reads the names of sheets, from the XML of the workbook and of its relations.  A sheet that has
 * none is not named.  TR_ENOMEM. */
int tr_sheet_cells_name(tr_sheet_cells *c, const tr_zip *z, const tr_buf *book, const tr_buf *links,
                        tr_error *err);

/* Appends "Prices!B4" for shared string n, counted from 0.  False if no cell has it. */
bool tr_sheet_cells_say(const tr_sheet_cells *c, size_t n, tr_buf *out);

#endif
