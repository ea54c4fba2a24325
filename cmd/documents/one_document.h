/* one_document.h - one document, opened and translated as the settings have it. */
#ifndef ONE_DOCUMENT_H
#define ONE_DOCUMENT_H

#include <stdbool.h>

#include "documents/document_run.h"

/* Read the bytes of a document, and find its segments, too: 0, or -1 after a sentence. */
int one_document_read(document_file *p, const document_settings *s, const char *path);
int one_document_open(document_file *p, const document_settings *s, const char *path);

/* Translates a document to its place, NULL: standard output.  An exit status, after a sentence
 * where it failed.  Model and options as documents_translate() (documents.h) has them. */
int one_document_translate(const document_run *r, const tr_model *model, const tr_options *options,
                           const char *path, const char *place);

#endif
