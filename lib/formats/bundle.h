/*
 * bundle.h - the files of a foreign model by their names, in a directory or in a zip archive.
 *
 * A member of an archive is unpacked into a file without a name, beside the model that is to be
 * written: whatever its size, it takes room on the disk and not in memory, and nothing is left
 * after.
 */
#ifndef TR_BUNDLE_H
#define TR_BUNDLE_H

#include "base/file.h"
#include "formats/zip.h"

typedef struct tr_bundle {
    char *path;    /* the directory or the archive */
    char *folder;  /* in front of every name: "" or one that ends in a slash */
    char *scratch; /* in front of the names of files that exist while a member is unpacked */
    tr_file file;  /* the archive; empty for a directory */
    tr_zip zip;
} tr_bundle;

/* TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM; *b is closed again on failure. */
int tr_bundle_open(tr_bundle *b, const char *path, const char *scratch, tr_error *err);
void tr_bundle_close(tr_bundle *b);

/* True if it is an archive; else a directory. */
bool tr_bundle_is_archive(const tr_bundle *b);

/* From here on, names belong to the folder that holds `name`: the bundle itself, or one folder of
 * an archive.  1; or 0, and nothing changes, when there is none or more than one.  TR_EIO,
 * TR_ENOMEM: nobody can say whether there is. */
int tr_bundle_enter(tr_bundle *b, const char *name, tr_error *err);

/* 1 if there is a regular file `name`, else 0.  TR_EIO, TR_ENOMEM where it cannot be known. */
int tr_bundle_has(const tr_bundle *b, const char *name, tr_error *err);

/* Looks up several names in a row: the first failure stays in *rc, which is 0 before, and every
 * answer after it is false. */
bool tr_bundle_finds(const tr_bundle *b, const char *name, int *rc, tr_error *err);

/* Where messages say that a file is: NULL out of memory, or the caller's to free. */
char *tr_bundle_name(const tr_bundle *b, const char *name);

/* Maps a file; TR_EIO when there is none. */
int tr_bundle_map(const tr_bundle *b, const char *name, tr_file *f, tr_error *err);

#endif
