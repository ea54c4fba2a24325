/* adoc_write.h - text of AsciiDoc is written. */
#ifndef TR_ADOC_WRITE_H
#define TR_ADOC_WRITE_H

#include "document/segment/segment.h"

/* Text of a paragraph; a title, below which is a row as long as it is; a cell; a text in brackets.
 */
extern const tr_writing tr_adoc_text, tr_adoc_title, tr_adoc_cell, tr_adoc_value;

#endif
