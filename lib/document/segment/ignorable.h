/*
 * ignorable.h - text as the engine gets it: without characters that nobody sees.
 *
 * A soft hyphen and a word joiner tell where a line may be broken.  Models have not learned them:
 * they cut a word in two, or read it byte by byte.
 */
#ifndef TR_IGNORABLE_H
#define TR_IGNORABLE_H

#include "base/region.h"
#include "document/segment/segment.h"

/* Takes them out of text [len], in place; its new length.  The text stays NUL-terminated. */
size_t tr_ignorable_remove(char *text, size_t len);

/* A segment without them in its text: p itself if it has none, else a copy of the region, of which
 * nothing but text, len and marks may be used.  NULL: TR_ENOMEM. */
const tr_segment *tr_ignorable_without(const tr_segment *p, tr_region *region);

#endif
