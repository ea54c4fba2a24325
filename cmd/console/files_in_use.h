/* files_in_use.h - files that the program goes on using while it writes: no output takes their
 * place. */
#ifndef FILES_IN_USE_H
#define FILES_IN_USE_H

#include <sys/stat.h>

/* `what` is for messages, as in "the model", and stays. */
void files_in_use_add(const char *path, const char *what);

/* What a file is in use as; NULL: it is not in use.  Names do not count, device and inode do. */
const char *files_in_use_as(const struct stat *file);

#endif
