/* xliff_frame.h - a segment's `extra` in XLIFF: where its translation stands, and what is around
 * it.
 */
#ifndef TR_XLIFF_FRAME_H
#define TR_XLIFF_FRAME_H

#include "document/segment/segment.h"

/* Bytes of the document that a new target is made of. */
typedef struct tr_xliff_frame {
    tr_span before, behind; /* in the source, around the text */
    tr_span blanks, prefix; /* before the source's tag; of its name */
    tr_span start;       /* of an empty target's tag without its "/>"; empty: it is there, or new */
    const char *element; /* "target", or "mrk" in it */
    tr_span states[2];   /* where a tag that is there has, or gets, them; by place */
    tr_span approved;    /* of version 1: where the unit's approval is, or goes */
    tr_span tag;         /* of version 1: of an element that is there, with its end; else empty */
    const tr_length_bound *limit; /* of its unit; NULL: none */
    bool is_new, version2;
} tr_xliff_frame;

#endif
