/*
 * tar.h - members of a tar archive that lies in memory, from first to last: POSIX ustar and pax
 * (IEEE 1003.1, pax), and GNU tar's long names.
 *
 * Only regular files are members.  Directories are passed over; links, devices, sparse and
 * continued files are refused, since nothing that is read here has a use for them.
 */
#ifndef TR_TAR_H
#define TR_TAR_H

#include <stddef.h>

#include "base/error.h"

enum { TR_TAR_MAX_NAME = 1024 };

typedef struct tr_tar {
    const char *path; /* for messages */
    const unsigned char *data;
    size_t size, at;
} tr_tar;

typedef struct tr_tar_member {
    char name[TR_TAR_MAX_NAME]; /* as the archive has it: a path, perhaps with "..": not to be used
                                 */
    const char *base;           /* its last component, in `name` */
    const unsigned char *data;  /* [size], in the archive */
    size_t size;
} tr_tar_member;

/* The archive data [size], which must outlive *t. */
void tr_tar_open(tr_tar *t, const unsigned char *data, size_t size, const char *path);

/* The next regular file: 1; or 0 after the last one.  TR_EFORMAT, TR_EUNSUPPORTED. */
int tr_tar_next(tr_tar *t, tr_tar_member *m, tr_error *err);

#endif
