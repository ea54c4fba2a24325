/* foreign_file.h - files of formats that are not read, which would be ruined as lines or as what
 * they look like. */
#ifndef FOREIGN_FILE_H
#define FOREIGN_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* What a file is by the ending of its name, or by its first bytes [n]: "LaTeX", "a program"; NULL:
 * nothing that is known not to be read. */
const char *foreign_file_kind(const char *path, const char *bytes, size_t n);

/* Complains that a file is `what`, of that function, and tells of --format lines unless lines of
 * its kind have keys. */
void foreign_file_tell(const char *path, const char *what);

/* Refuses a file that is there, by its name and its first bytes; complains, and tells of --format
 * lines.  False: nothing of the kind. */
bool foreign_file_refuse(const char *path);

#endif
