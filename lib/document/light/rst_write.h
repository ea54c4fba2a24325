/* rst_write.h - text of reStructuredText is written so that none of it is markup. */
#ifndef TR_RST_WRITE_H
#define TR_RST_WRITE_H

#include "document/light/rst_names.h"
#include "document/segment/segment.h"

/* A title's `extra`. */
typedef struct tr_rst_title {
    const tr_rst_names *names; /* that the document's references have */
    tr_span over, text, under; /* bytes of the document; the first is empty without an overline */
} tr_rst_title;

/* Text of a paragraph; a title with its lines; a value that has no marks. */
extern const tr_writing tr_rst_text, tr_rst_title_text, tr_rst_value;

#endif
