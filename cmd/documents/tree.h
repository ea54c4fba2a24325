/* tree.h - the files that a command line names, and files in the folders that it names. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "console/options.h"

typedef enum tree_kind { TREE_FILE, TREE_FOLDER, TREE_LINK } tree_kind;

typedef struct tree_entry {
    char *path;
    size_t root; /* bytes of it that are the folder that is named, with a slash; 0: it is named */
    tree_kind kind;
    struct stat st; /* of what is in a folder, but a link */
} tree_entry;

typedef struct tree {
    tree_entry *entries; /* [n]: a folder comes before what is in it, names in their order */
    size_t n, capacity;
    size_t n_folders; /* that are named */
    bool failed;      /* some could not be read: a sentence said so */
} tree;

/* `output` is a folder that is not walked into, or NULL; the patterns are as fnmatch(3) has them,
 * and a "*" stands for slashes, too.  With a slash in it, a pattern is for the path below the
 * folder that is named, else for any name.  Where some files are asked for, folders without any are
 * left out.
 *
 * A symbolic link is not followed: one that leads to a place within its folder is an entry, others
 * are left out, and told unless `quiet`; so is what is no file.  The caller frees the tree. */
tree tree_list(char **operands, size_t n, const char *output, const text_list *include,
               const text_list *exclude, bool quiet);
void tree_free(tree *t);

/* The path below the folder that is named; NULL of what is named itself. */
const char *tree_inner(const tree_entry *e);

/* True if one of the operands is a folder. */
bool tree_has_folder(char **operands, size_t n);

#endif
