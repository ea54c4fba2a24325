/* mcp_http.h - the Model Context Protocol over HTTP ("streamable HTTP"). */
#ifndef MCP_HTTP_H
#define MCP_HTTP_H

#include "serve/call/call.h"

extern const dialect mcp_dialect;

#endif
