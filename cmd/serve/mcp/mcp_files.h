/* mcp_files.h - files that a model may have translated, in the folders that it was given. */
#ifndef MCP_FILES_H
#define MCP_FILES_H

#include "serve/mcp/mcp_asker.h"

/* Translates the file `path` of the arguments into `output`, or into one beside it.  Both have to
 * be in a folder of the asker, whatever links say; what is there stays unless `overwrite` is
 * true.  The path of the translation, which the caller frees, or NULL. */
char *mcp_files_translate(const mcp_asker *by, const cJSON *arguments, const work_request *request,
                          work_failure *why);

#endif
