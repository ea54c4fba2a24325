/* mcp_content.h - documents that a model sends, and is sent back: no file is read or written. */
#ifndef MCP_CONTENT_H
#define MCP_CONTENT_H

#include "serve/mcp/mcp_asker.h"

/* Translates the document `name` of the arguments, whose bytes are `text`, or `data` in base64.
 * What was sent as text comes back as text: *text of the caller.  What was sent as data is *part
 * of a result.  One of them is NULL; false after a failure. */
bool mcp_content_translate(const mcp_asker *by, const cJSON *arguments, const work_request *request,
                           char **text, cJSON **part, work_failure *why);

#endif
