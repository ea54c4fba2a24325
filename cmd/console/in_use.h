/* in_use.h - files that the program goes on using while it writes: no output takes their place. */
#ifndef IN_USE_H
#define IN_USE_H

#include <sys/stat.h>

/* `what` is for messages, as in "the model", and stays. */
void in_use_add(const char *path, const char *what);

/* What a file is in use as; NULL: it is not in use.  Names do not count, device and inode do. */
const char *in_use_as(const struct stat *file);

#endif
