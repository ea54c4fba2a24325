/*
 * kept_files.h - which documents of an output folder are done, kept there until all are.
 *
 * FOLDER/.translate-resume has a digest of each document that is done.
 */
#ifndef KEPT_FILES_H
#define KEPT_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "resume/resume_file.h"

typedef struct kept_files {
    resume_file file;
    size_t n; /* documents that an earlier run has done, and that count */
} kept_files;

/* `keys`: as resume_keys; NULL: nothing is kept.  `resume`: what an earlier run has done is known;
 * else it is only kept, and told of unless `quiet`.  `what` goes on
 * with --resume.  0, or -1 after a sentence. */
int kept_files_begin(kept_files *k, const char *dir, const char *keys, bool resume, bool quiet,
                     const char *what);

/* The digest of a document's name and content, which the caller frees; NULL if it cannot be read,
 * or nothing is kept. */
char *kept_files_digest(const kept_files *k, const char *path);

/* True if an earlier run has done the document of the digest; NULL is none. */
bool kept_files_has(const kept_files *k, const char *digest);

/* The document is done; NULL is none. */
void kept_files_add(kept_files *k, const char *digest);

/* `is_done`: all are, and the file goes. */
void kept_files_end(kept_files *k, bool is_done);

#endif
