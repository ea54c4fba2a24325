/* file.h - files in and out: mapped read-only, or written beside their name and then renamed. */
#ifndef TR_FILE_H
#define TR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "base/error.h"
#include "base/replace.h"

typedef struct tr_file {
    const unsigned char *data; /* NULL for an empty file */
    size_t size;
    size_t n_read; /* bytes, as tr_file_forget() was told */
} tr_file;

enum tr_file_kind { TR_FILE_ABSENT, TR_FILE_REGULAR, TR_FILE_DIRECTORY, TR_FILE_OTHER };

/* Returns the kind of file at `path`, with links followed.  TR_EIO when the system does not tell.
 */
int tr_file_kind(const char *path, tr_error *err);

/* Maps a regular file.  TR_EIO with errno's text, or for a directory, a pipe or a device. */
int tr_file_map(tr_file *f, const char *path, tr_error *err);
/* Reads a regular file into memory of its own: who changes or cuts the file later changes nothing.
 * TR_EIO, TR_ENOMEM. */
int tr_file_copy(tr_file *f, const char *path, tr_error *err);
/* Maps a file, or reads what a pipe holds, to its end or until more than `most` bytes have come. */
int tr_file_map_or_read(tr_file *f, const char *path, size_t most, tr_error *err);
/* Brings what has been written to `stream`, which may be closed then, to the disk; `path` is for
 * messages. */
int tr_file_map_stream(tr_file *f, FILE *stream, const char *path, tr_error *err);
void tr_file_unmap(tr_file *f);

/* A mapped file as it was when it was opened.  The descriptor leads to what is mapped, whatever
 * its name leads to later. */
typedef struct tr_file_watch {
    bool on;
    int fd;
    struct timespec written;
} tr_file_watch;

/* Maps a file as tr_file_map() does, and keeps it open. */
int tr_file_map_watched(tr_file *f, tr_file_watch *w, const char *path, tr_error *err);

/* True if somebody has written to the file, or cut it, since it was mapped.  It takes one call of
 * the system; any thread may ask. */
bool tr_file_was_written(const tr_file *f, const tr_file_watch *w);

/* Pages of the mapped file that lie within from [n] are no more the program's memory until they are
 * read again. */
void tr_file_release(const tr_file_watch *w, const void *from, size_t n);

void tr_file_watch_end(tr_file_watch *w); /* one of zeros is allowed */

/* An empty file without a name, to be written and then mapped, in the folder of `beside`.  TR_EIO,
 * TR_ENOMEM. */
int tr_file_scratch(FILE **f, const char *beside, tr_error *err);

/* Pages that were read count as the program's memory until they are mapped anew: that is done, in
 * the same place, when `n_read` more bytes make enough of them.  TR_EIO, also when the file's size
 * has changed; f->data may not be read then. */
int tr_file_forget(tr_file *f, size_t n_read, const char *path, tr_error *err);

/* *target, which the caller frees, is the file that `path` leads to, so that a symbolic link stays
 * one; or `path` itself when there is none yet.  Renaming would put a file in the place of a
 * device, a pipe, or a link that leads to no file: such names are refused.  TR_EIO, TR_ENOMEM. */
int tr_file_target(const char *path, char **target, tr_error *err);

/* A file that appears under its name only when it is complete. */
typedef struct tr_file_writer {
    FILE *stream;
    tr_replacement target;
} tr_file_writer;

int tr_file_create(tr_file_writer *w, const char *path, tr_error *err);

/* Writes out, syncs and renames: all or nothing, but for what tr_replacement_commit() keeps.  The
 * writer is done with either way. */
int tr_file_commit(tr_file_writer *w, tr_error *err);

/* A file of bytes [len] in one call.  TR_EIO. */
int tr_file_store(const char *path, const char *bytes, size_t len, tr_error *err);

/* Removes what was written; does nothing after a commit or a failed create. */
void tr_file_abandon(tr_file_writer *w);

#endif
