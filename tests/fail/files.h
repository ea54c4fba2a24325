/* files.h - the folder of all runs, and files in it. */
#ifndef FAIL_FILES_H
#define FAIL_FILES_H

#include <stdbool.h>

#include "base/buf.h"

/* Makes the folder, below $TMPDIR. */
void files_open(void);
void files_close(void);

/* Its path. */
const char *files_top(void);

/* The path in it of a name with %d, which stands for `slot`; valid until the next call. */
const char *path_of(const char *format, int slot);

/* False, and *b empty, when there is no such file. */
bool read_whole(const char *path, tr_buf *b);
void write_whole(const char *path, const char *text);
void remove_tree(const char *path);

/* What is in a folder, and in those below it. */
typedef struct listing {
    bool has;      /* the file `name` */
    int n_others;  /* files that are not it, nor `name` and one of the endings */
    tr_buf others; /* a line for the name of each */
} listing;

/* `name`, a path from the folder, can be NULL; the endings go up to NULL.  One that begins with
 * a slash stands for all paths that have it in them. */
void list_files(listing *l, const char *folder, const char *name, const char *const *endings);

/* The test cannot go on. */
_Noreturn void die(const char *what);

#endif
