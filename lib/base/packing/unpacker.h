/*
 * unpacker.h - what a compressed file holds, read piece by piece.
 *
 * Members one after the other are one text, and zeros behind the last are padding.  Memory holds a
 * window of the file and what the way of compressing needs, 128 MiB at most, whatever it holds.
 */
#ifndef TR_UNPACKER_H
#define TR_UNPACKER_H

#include "base/buf.h"
#include "base/error.h"
#include "base/packing/packing.h"

typedef struct tr_unpacker tr_unpacker;

/* Reads more bytes of the file: how many, 0 at its end, -1 with errno. */
typedef ptrdiff_t tr_unpack_source(void *ctx, char *bytes, size_t size);

/* `first` [n] was read of the file already; `name` is for messages, and outlives the unpacker.
 * TR_EUNSUPPORTED where the library was built without the compression; TR_ENOMEM. */
int tr_unpacker_open(tr_unpacker **u, tr_packing how, const char *name, tr_unpack_source *source,
                     void *ctx, const char *first, size_t n, tr_error *err);
void tr_unpacker_close(tr_unpacker *u); /* NULL is allowed */

/* Returns the number of bytes, 0 at the end, or TR_EIO, TR_EFORMAT (damaged, cut short, or followed
 * by what is not compressed), TR_EUNSUPPORTED (it needs too much memory), TR_ENOMEM. */
ptrdiff_t tr_unpacker_read(tr_unpacker *u, char *bytes, size_t size, tr_error *err);

/* Adds what the compressed bytes [n] hold to *out: no more than `most` bytes and one, which tells
 * that there is more. */
int tr_unpack_bytes(const char *bytes, size_t n, size_t most, const char *name, tr_buf *out,
                    tr_error *err);

#endif
