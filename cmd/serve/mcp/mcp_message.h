/*
 * mcp_message.h - messages of the Model Context Protocol: JSON-RPC 2.0, whatever carries them.
 *
 * Until revision 2025-11-25, a client begins with "initialize", and a version holds from then on.
 * From 2026-07-28 on ("modern"), each request tells its version, in "_meta", and nothing is begun.
 * Clients of both kinds may come in any order.
 *
 * A tool that fails says so in its result, where the model that called it reads it; errors of the
 * protocol are the client's.
 */
#ifndef MCP_MESSAGE_H
#define MCP_MESSAGE_H

#include "serve/mcp/mcp_asker.h"

enum mcp_error {
    MCP_NOT_JSON = -32700,
    MCP_NOT_REQUEST = -32600,
    MCP_NO_METHOD = -32601,
    MCP_BAD_PARAMS = -32602,
    MCP_BAD_HEADER = -32020,  /* what HTTP says of a message is not what the message says */
    MCP_BAD_VERSION = -32022, /* no version that is spoken here */
    MCP_CANCELLED = -32800
};

enum mcp_kind { MCP_REQUEST, MCP_NOTIFICATION, MCP_RESPONSE };

/* Parts of a message, which are in it. */
typedef struct mcp_message {
    enum mcp_kind kind;
    const cJSON *id;      /* NULL: none */
    const char *method;   /* NULL of a response */
    const cJSON *params;  /* NULL: none */
    const cJSON *version; /* that a modern request tells; NULL: it is an older one, or none */
} mcp_message;

/* Reads a message; NULL, or the answer that refuses what is none. */
cJSON *mcp_message_read(const cJSON *json, mcp_message *m);

/* True if answering takes a while: a tool is called. */
bool mcp_message_takes_time(const mcp_asker *by, const mcp_message *m);

/* The answer to a request. */
cJSON *mcp_message_answer(const mcp_asker *by, const mcp_message *m);

/* The id of the request that a notification cancels; NULL: it cancels none. */
const cJSON *mcp_message_cancels(const mcp_message *m);

/* True for the request that begins a session. */
bool mcp_message_begins(const mcp_message *m);

/* The answer that a request failed; `id` NULL: it is not known. */
cJSON *mcp_message_error(const cJSON *id, int code, const char *message);

/* The answer to a version that is not spoken here. */
cJSON *mcp_message_bad_version(const cJSON *id, const char *asked);

/* The error of an answer; 0: it has a result. */
int mcp_message_code(const cJSON *answer);

/* True for a version that is spoken here; and for one of modern requests. */
bool mcp_version_is_known(const char *version);
bool mcp_version_is_modern(const char *version);

#endif
