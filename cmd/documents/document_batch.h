/* document_batch.h - documents, and folders of them, whose translations have a place each. */
#ifndef DOCUMENT_BATCH_H
#define DOCUMENT_BATCH_H

#include "documents/document_run.h"
#include "documents/tree.h"

/* What the files [n] are, and what is in the folders among them; tree_free() frees it. */
tree document_batch_list(const document_run *r, char **files, size_t n);

/* Translates what is text, copies the rest or leaves it, and tells what it did: the exit status.
 * Model and options as documents_translate() (documents.h) has them. */
int document_batch_translate(const document_run *r, const tr_model *model,
                             const tr_options *options);

#endif
