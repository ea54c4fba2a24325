/* tm_write.h - the rows of a memory as a file that other programs read: TMX 1.4, or lines of
 * source, tab and translation. */
#ifndef TM_WRITE_H
#define TM_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "memory/tm_store.h"

typedef struct tm_writer {
    FILE *out;
    bool tsv;
    size_t n_written, n_left_out; /* rows; rows that the format cannot have */
} tm_writer;

/* What comes before the first row, and after the last.  `from`: the language of the sources; NULL:
 * several. */
void tm_write_begin(tm_writer *w, const char *from);
void tm_write_row(tm_writer *w, const tm_row *row);
void tm_write_end(tm_writer *w);

#endif
