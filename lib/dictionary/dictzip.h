/*
 * dictzip.h - files of dictzip(1): gzip (RFC 1952) whose extra field "RA" tells where chunks of the
 * text begin, so that any part of it is unpacked alone.
 */
#ifndef TR_DICTZIP_H
#define TR_DICTZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"

typedef struct tr_dictzip {
    const unsigned char *data; /* [size] of the file, which stays the caller's */
    size_t size;
    size_t chunk;  /* bytes of text in each chunk but the last */
    size_t *begin; /* [n + 1]: where chunks begin in the file */
    size_t n;
} tr_dictzip;

/* Reads the table of chunks: 1; 0 for gzip without one.  TR_EFORMAT, TR_ENOMEM. */
int tr_dictzip_open(tr_dictzip *z, const void *data, size_t size, const char *name, tr_error *err);
void tr_dictzip_close(tr_dictzip *z);

/* No byte of the text is behind this one. */
size_t tr_dictzip_most(const tr_dictzip *z);

/* Adds bytes [begin, begin + n) of the text to *out.  TR_EFORMAT where the file is damaged, or its
 * text ends before; TR_ENOMEM. */
int tr_dictzip_read(const tr_dictzip *z, size_t begin, size_t n, const char *name, tr_buf *out,
                    tr_error *err);

#endif
