/* packer.h - a file that is compressed while it is written. */
#ifndef TR_PACKER_H
#define TR_PACKER_H

#include "base/packing/packing.h"

typedef struct tr_packer tr_packer;

/* Writes to the descriptor, which stays the caller's.  NULL with errno: ENOMEM, or ENOTSUP where
 * the library was built without the compression. */
tr_packer *tr_packer_open(tr_packing how, int fd);

/* What was compressed so far is written as it comes: 0, or -1 with errno. */
int tr_packer_write(tr_packer *p, const char *bytes, size_t n);

/* Writes the end. */
int tr_packer_finish(tr_packer *p);

void tr_packer_close(tr_packer *p); /* NULL is allowed */

#endif
