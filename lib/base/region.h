/*
 * region.h - memory that is given back all at once: the life of one line of text.
 *
 * Grows in chunks.  A failed allocation returns NULL.
 */
#ifndef TR_REGION_H
#define TR_REGION_H

#include <stddef.h>

#include "base/buf.h"

typedef struct tr_region {
    struct tr_chunk *chunks; /* newest first */
} tr_region;

/* Zeroed memory for `count` elements of `elem` bytes, aligned for any type. */
void *tr_region_take(tr_region *r, size_t count, size_t elem);
char *tr_region_copy(tr_region *r, const char *text, size_t len); /* NUL-terminated */

/* A copy of a buffer's text, whose memory is given back; NULL if the buffer failed, too. */
char *tr_region_keep(tr_region *r, tr_buf *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
tr_region_printf(tr_region *r, const char *fmt, ...);
/* Bytes that it has taken from the system. */
size_t tr_region_size(const tr_region *r);

/* Gives back all but what the next takes will want. */
void tr_region_clear(tr_region *r);
void tr_region_free(tr_region *r);

#define TR_REGION_TAKE(r, type, count) ((type *)tr_region_take((r), (count), sizeof(type)))

#endif
