/*
 * zip_copy.h - a zip archive with other bytes in some of its members.
 *
 * All else is copied as it stands: the order of members, what lies between them, the compressed
 * bytes of the others, comments.  A changed member keeps its name, time and method.
 */
#ifndef TR_ZIP_COPY_H
#define TR_ZIP_COPY_H

#include "base/buf.h"
#include "formats/zip.h"

typedef struct tr_zip_change {
    const char *bytes; /* [size]; NULL: the member stays */
    size_t size;
} tr_zip_change;

/* Appends the archive [size] that `z` was opened on, with changes[i] of its member i [n_members].
 * TR_EUNSUPPORTED for zip64 or what would have to become it, TR_EFORMAT if a changed member does
 * not come out of the new archive again, TR_ENOMEM. */
int tr_zip_copy(const tr_zip *z, size_t size, const tr_zip_change *changes, tr_buf *out,
                tr_error *err);

#endif
