/* growth_folder.h - --into for a folder: each file of texts in it, and its translation. */
#ifndef GROWTH_FOLDER_H
#define GROWTH_FOLDER_H

#include "documents/document_run.h"

/* What is done with one file: its exit status. */
typedef int growth_job(const document_run *one, void *ctx);

/* Finds the files of the one folder that is named, and where their translations are below set->into
 * (locale_path.h), and calls `work` with each: the worst of their statuses, or EXIT_MISUSE after a
 * sentence.  The settings tell the languages, or `from`, which may be NULL, the first one. */
int growth_folder_run(const document_run *r, const char *from, growth_job *work, void *ctx);

#endif
