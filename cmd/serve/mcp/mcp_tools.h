/* mcp_tools.h - what a model can call by the Model Context Protocol. */
#ifndef MCP_TOOLS_H
#define MCP_TOOLS_H

#include "serve/stdio/work.h"

/* The list of tools; the tool for documents is there if there are folders for it. */
cJSON *mcp_tools_list(const session *s);
bool mcp_tools_has(const session *s, const char *name); /* NULL is allowed */

/* Calls the tool that `params` name: its result, which may be an error. */
cJSON *mcp_tools_call(task *t, const cJSON *params);

#endif
