#include "console/files_in_use.h"

#include <stddef.h>

#include "console/alloc.h"

typedef struct file_in_use {
    const char *what;
    dev_t device;
    ino_t inode;
} file_in_use;

static file_in_use *files; /* [n_files] */
static size_t n_files;

const char *files_in_use_as(const struct stat *file)
{
    for (size_t i = 0; i < n_files; i++)
        if (files[i].device == file->st_dev && files[i].inode == file->st_ino) return files[i].what;
    return NULL;
}

void files_in_use_add(const char *path, const char *what)
{
    struct stat st;

    if (stat(path, &st) < 0 || files_in_use_as(&st)) return;
    files = checked_realloc(files, n_files + 1, sizeof *files);
    files[n_files++] = (file_in_use){what, st.st_dev, st.st_ino};
}
