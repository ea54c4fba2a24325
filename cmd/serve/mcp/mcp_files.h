/* mcp_document.h - files that a model may have translated, in the folders that it was given.
 */
#ifndef MCP_DOCUMENT_H
#define MCP_DOCUMENT_H

#include "serve/stdio/work.h"

/* Translates the file `path` of the arguments into `output`, or into one beside it.  Both have to
 * be in a folder of the session, whatever links say; what is there stays unless `overwrite` is
 * true.  The path of the translation, which the caller frees, or NULL. */
char *mcp_document_translate(task *t, const cJSON *arguments, const work_request *request,
                             work_failure *why);

#endif
