/* self_path.h - this program's own place: what was built or installed with it. */
#ifndef SELF_PATH_H
#define SELF_PATH_H

#include <stdbool.h>

/* PREFIX/INSTALLED, or TREE/IN_TREE for a program in TREE/build/VARIANT.  The caller frees it; NULL
 * when the system does not say where the program is. */
char *self_path_file(const char *installed, const char *in_tree);

/* The path of file NAME beside this program or below libexec; the caller frees it.  NULL where
 * there is none. */
char *self_path_beside(const char *name);

/* Becomes the program NAME, which stands in one of the two places, with these arguments.
 * Returns only if that fails; errno says why, and is ENOENT where there is none. */
void self_path_become(const char *name, int argc, char **argv);

#endif
