/* man_write.h - text of manual pages: plain text is written so that none of it is a request or an
 * escape. */
#ifndef TR_MAN_WRITE_H
#define TR_MAN_WRITE_H

#include "document/segment/wrap.h"

/* A segment's `extra`. */
typedef struct tr_man_place {
    tr_wrap wrap; /* first: tr_wrap_finish() takes it */
    bool is_mdoc;
} tr_man_place;

extern const tr_writing tr_man_writing;

#endif
