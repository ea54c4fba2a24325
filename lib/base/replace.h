/*
 * replace.h - a file that is written beside its final name, and takes it when it is complete.
 *
 * What is there under the name stays whole until then, and what was written is never thrown away
 * once it is complete.  Where the system has files without a name, an unfinished one is such.
 */
#ifndef TR_REPLACE_H
#define TR_REPLACE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/error.h"

/* How the complete file takes the place of an earlier one. */
typedef enum tr_replace_how {
    /* Always by renaming: who has the earlier file open, or mapped, keeps it.  The earlier file's
     * owner, rights and extended attributes are kept where the system lets them. */
    TR_REPLACE_BY_RENAMING,
    /* Where renaming is refused, or would lose the owner, rights, extended attributes or other
     * names (hard links) of the earlier file, its bytes are replaced instead. */
    TR_REPLACE_KEEPING_FILE
} tr_replace_how;

enum { TR_REPLACEMENT_END = 48 }; /* bytes, for ".4194304-99.part" behind ".NAME" */

typedef struct tr_replacement {
    char *path;      /* the final name */
    char *temporary; /* the name until then; */
    size_t stem;     /*   what comes behind so many bytes of it makes it one that is free */
    bool is_named;   /* the file has that name; else it goes when it is closed */
    tr_replace_how how;
    int fd; /* of the new file */
} tr_replacement;

/* Bytes of the path that the name of a file beside it begins with: all, but of a long name so many
 * that what is added fits. */
int tr_replacement_stem(const char *path);

/* Creates an empty file beside `path`, whose last part is no symbolic link; where an earlier file
 * can be written but its folder cannot, in $TMPDIR.  Its rights are the owner's alone if there is
 * an earlier file, else what the umask leaves.  Returns a descriptor, which is the caller's to
 * close, or -1 with errno; the replacement is empty then. */
int tr_replacement_open(tr_replacement *r, const char *path, tr_replace_how how);

/* Adds a path by which the unfinished file can be opened. */
void tr_replacement_unfinished_path(const tr_replacement *r, tr_buf *path);

/* Syncs the file and gives it its name.  The replacement is done with either way.  TR_EIO when the
 * disk fails, and the file is gone; or when no way leads to its final name: the sentence says where
 * the file is then, and where `err` is NULL, so that nobody would know, it is gone. */
int tr_replacement_commit(tr_replacement *r, tr_error *err);

/* Removes the file; does nothing after a commit or a failed open. */
void tr_replacement_abandon(tr_replacement *r);

#endif
