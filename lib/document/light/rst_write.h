/* rst_write.h - text of reStructuredText is written so that none of it is markup. */
#ifndef TR_RST_WRITE_H
#define TR_RST_WRITE_H

#include "document/light/rst_names.h"
#include "document/segment/segment.h"

/* A title's `extra`, in bytes of the document; of one that has several texts, `inner` is 0. */
typedef struct tr_rst_title {
    const tr_rst_names *names; /* that the document's references have */
    tr_span over, text, under; /* the first is empty without an overline */
    tr_span inner;             /* what of the text is translated */
} tr_rst_title;

/* Text of a paragraph; a title with its lines; a value that has no marks. */
extern const tr_writing tr_rst_text, tr_rst_title_text, tr_rst_value;

#endif
