/* mcp_tools.h - what a model can call by the Model Context Protocol. */
#ifndef MCP_TOOLS_H
#define MCP_TOOLS_H

#include "serve/mcp/mcp_asker.h"

/* The list of tools; the tool for files is there if there are folders for it. */
cJSON *mcp_tools_list(const mcp_asker *by);
bool mcp_tools_has(const mcp_asker *by, const char *name); /* NULL is allowed */

/* Calls the tool that `params` name: its result, which may be an error. */
cJSON *mcp_tools_call(const mcp_asker *by, const cJSON *params);

#endif
