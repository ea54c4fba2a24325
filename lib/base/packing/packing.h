/* packing.h - how a file is compressed, by its first bytes or by its name. */
#ifndef TR_PACKING_H
#define TR_PACKING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/packing/coder.h"

typedef enum tr_packing { TR_PACKED_NOT, TR_PACKED_GZIP, TR_PACKED_XZ, TR_PACKED_ZSTD } tr_packing;

enum { TR_PACKING_MAGIC = 6 }; /* bytes that tell all kinds */

/* By the first bytes [n]. */
tr_packing tr_packing_of_bytes(const void *bytes, size_t n);

/* By the ending .gz, .xz or .zst, whose case does not matter. */
tr_packing tr_packing_of_name(const char *name);

/* Bytes of a name without that ending. */
size_t tr_packing_stem(const char *name);

/* "gzip", "xz", "zstd". */
const char *tr_packing_word(tr_packing how);

/* False where the build had no library for it. */
bool tr_packing_is_built(tr_packing how);

/* What does it; `how` is not TR_PACKED_NOT. */
const tr_coder *tr_packing_coder(tr_packing how);

#endif
