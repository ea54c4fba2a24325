/*
 * mirror_files.h - the files of a mirror: a folder that other machines fetch from.
 *
 * A repository of a hub has its files where the hub has them, below the folder:
 * OWNER/NAME/resolve/COMMIT/FILE, and what the hub tells of them, less what changes from day to
 * day, at api/models/OWNER/NAME/revision/REVISION and .../tree/COMMIT.  So the folder, or any
 * server of its files, answers as the hub does.  A model of the list has its files at
 * catalogue/NAME/KIND, and index.json (mirror_index.h) tells of them.
 */
#ifndef MIRROR_FILES_H
#define MIRROR_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "fetch/parts/job.h"

/* Where a file of the model belongs, below the mirror's folder; the caller frees it. */
char *mirror_file_path(const index_model *m, const index_file *f);

/* True if there is a file of that size at its place. */
bool mirror_has_size(const job *j, const index_model *m, const index_file *f);

/* Writes what the hub tells of the model's repositories.  False after a sentence. */
bool mirror_write_hub(const job *j, const index_model *m);

/* Writes a file below the mirror's folder, with the folders above it, unless it has these bytes
 * already; it appears when it is complete.  False after a sentence. */
bool mirror_write(const job *j, const char *path, const char *text, size_t len);

#endif
