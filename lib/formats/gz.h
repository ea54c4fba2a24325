/*
 * gz.h - files that may be compressed by gzip (RFC 1952).
 *
 * The content of a compressed file is unpacked into a file without a name: whatever its size, it
 * takes room on the disk and not in memory, and nothing is left behind.
 */
#ifndef TR_GZ_H
#define TR_GZ_H

#include <stdbool.h>

#include "base/file.h"

enum { TR_GZ_MAX = 1 << 30 }; /* bytes that a compressed file may hold */

/* By its first bytes. */
bool tr_gz_is(const unsigned char *data, size_t size);

/* Maps the file at `path`, or what it holds when it is compressed: unpacked for as long as it is
 * mapped beside `scratch`, a file's name.  TR_EFORMAT for a damaged one, TR_EUNSUPPORTED for one
 * that holds too much; TR_EIO, TR_ENOMEM. */
int tr_gz_map(tr_file *f, const char *path, const char *scratch, tr_error *err);

/* Writes what the compressed file data [size] holds to `out`; `name` is for messages. */
int tr_gz_unpack(const unsigned char *data, size_t size, FILE *out, const char *name,
                 tr_error *err);

#endif
