/* output_paths.h - paths of the translations of documents. */
#ifndef OUTPUT_PATHS_H
#define OUTPUT_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "documents/tree.h"

/* NULL and 0 where not given. */
typedef struct output_path_settings {
    const char *output_dir, *suffix;
    int in_place;
} output_path_settings;

/* True if the settings tell a path for each document. */
bool output_paths_are_given(const output_path_settings *s);

/* The path for the translation of each entry, by settings that tell them; the caller frees them
 * with output_paths_free().  All paths of files are different.  NULL after a sentence. */
char **output_paths_make(const output_path_settings *s, const tree *t);
void output_paths_free(char **places, size_t n); /* NULL is allowed */

/* Makes the folders that lead to the path.  0, or -1 after a sentence. */
int output_paths_make_folders(char *path);

/* True after a sentence if a part of the path behind its first n bytes is a symbolic link; the last
 * part counts if the `whole` path does. */
bool output_paths_lead_out(char *path, size_t n, bool whole);

#endif
