/* work_document.h - documents that a message asks for. */
#ifndef WORK_DOCUMENT_H
#define WORK_DOCUMENT_H

#include "serve/work/work.h"

/* Translates the bytes [len] of a document, whose name and content tell what it is: *out [*size],
 * which the caller frees. */
bool work_translate_document(const work_client *by, const work_request *request, const char *name,
                             const char *bytes, size_t len, char **out, size_t *size,
                             work_failure *why);

#endif
