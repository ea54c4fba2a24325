/* file_kind.h - whether a file is text to be translated, where its translation takes its name or
 * its place. */
#ifndef FILE_KIND_H
#define FILE_KIND_H

#include <stdbool.h>

typedef enum file_kind {
    FILE_UNREAD,   /* errno tells why not */
    FILE_DOCUMENT, /* of a format that its name or its content tells, or plain text */
    FILE_OTHER     /* of another kind, which no translation is written over */
} file_kind;

/* The kind of the file, and of FILE_OTHER what follows its name in a sentence.
 *
 * A name that ends in what no format has, and is not a name of plain text (none, .txt, .text),
 * tells another kind; only content that no other format begins with says more.  `any_text`: the
 * format is given, and all that is text is of it.
 *
 * `inner`: the path below a folder that is named, NULL for a file that is.  Nobody has named what
 * is in a folder: there, what is hidden is of another kind, as a version control system's folder;
 * data has to have its ending, and plain text an ending and sentences. */
file_kind file_kind_find(const char *path, const char *inner, bool any_text, const char **what);

#endif
