/*
 * zip.h - members of a zip archive (PKWARE's APPNOTE.TXT) that lies in memory.
 *
 * The central directory decides; local headers only have to agree with it.  Stored and deflated
 * members, zip64.  Encrypted members, other methods, several disks, duplicate names and
 * overlapping members are refused.
 */
#ifndef TR_ZIP_H
#define TR_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct tr_zip_member {
    char *name;          /* owned; UTF-8 without control characters */
    size_t entry;        /* where it stands in the directory */
    size_t at, stored;   /* where its bytes are in the archive, and how many */
    uint64_t size;       /* bytes when unpacked */
    uint64_t begin, end; /* what it takes of the archive, local header included */
    uint32_t crc;        /* of the unpacked bytes */
    bool deflated;
} tr_zip_member;

typedef struct tr_zip {
    char *path;                /* for messages */
    const unsigned char *data; /* the archive; may be moved while no stream is open */
    tr_zip_member *members;    /* in the directory's order */
    const tr_zip_member **by_name;
    size_t n_members;
    size_t directory, directory_end; /* where it stands */
    size_t end;                      /* where the end record stands */
    bool is_zip64;                   /* some numbers stand in 64 bits */
} tr_zip;

/* Reads the directory of the archive data [size], which must outlive *z.  TR_EFORMAT,
 * TR_EUNSUPPORTED, TR_ENOMEM; *z is closed again on failure. */
int tr_zip_open(tr_zip *z, const unsigned char *data, size_t size, const char *path, tr_error *err);
void tr_zip_close(tr_zip *z);

/* The member of this name, or NULL. */
const tr_zip_member *tr_zip_find(const tr_zip *z, const char *name);

/* The bytes of one member from first to last. */
typedef struct tr_zip_stream {
    const tr_zip *zip;
    const tr_zip_member *member;
    void *inflater; /* NULL for a stored member */
    uint64_t position;
    uint32_t crc;
} tr_zip_stream;

int tr_zip_stream_open(tr_zip_stream *s, const tr_zip *zip, const tr_zip_member *member,
                       tr_error *err);

/* The next `n` bytes, all of them, or TR_EFORMAT.  The member's last byte comes only if the
 * whole agrees with its checksum. */
int tr_zip_stream_read(tr_zip_stream *s, void *bytes, size_t n, tr_error *err);
void tr_zip_stream_close(tr_zip_stream *s);

#endif
