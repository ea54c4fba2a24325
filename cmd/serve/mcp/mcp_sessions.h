/*
 * mcp_sessions.h - clients that have begun to speak MCP over HTTP, and what each waits for.
 *
 * A session is a name that nobody can guess, which its client sends with each request.  It belongs
 * to the key that began it.  It ends when its client says so, when nobody has used it for a day, or
 * when there is no room for another: the longest unused one goes then.
 *
 * Any thread may call any function.
 */
#ifndef MCP_SESSIONS_H
#define MCP_SESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "serve/translator/translator_request.h"

enum {
    MCP_SESSIONS_MOST = 4096,
    MCP_SESSIONS_OF_CLIENT = 1024,
    MCP_SESSIONS_SECONDS = 86400, /* unused */
    MCP_SESSION_ID_SIZE = 33
};

typedef struct mcp_sessions mcp_sessions;
typedef struct mcp_session mcp_session;

/* Whose a session is: a number of its key, 0 where there are none; and of who counts as one. */
typedef struct mcp_owner {
    uint64_t key, client;
} mcp_owner;

/* A request that is worked on. */
typedef struct mcp_open {
    const cJSON *id;
    translator_cancellation *cancellation;
    struct mcp_open *next, **here; /* the session's */
} mcp_open;

mcp_sessions *mcp_sessions_open(void);
void mcp_sessions_close(mcp_sessions *s); /* NULL is allowed */

/* Begins one, whose name is written; false: there is no room, or no random number. */
bool mcp_sessions_begin(mcp_sessions *s, mcp_owner of, char id[MCP_SESSION_ID_SIZE]);

/* Enters a request (NULL: nothing) that is to leave; false: the owner has no such session. */
bool mcp_sessions_enter(mcp_sessions *s, mcp_owner of, const char *id, mcp_open *request);
void mcp_sessions_leave(mcp_sessions *s, mcp_open *request);

/* Whoever waits for the requests of this id waits no more. */
void mcp_sessions_cancel(mcp_sessions *s, mcp_owner of, const char *id, const cJSON *request);

/* Ends one, and all that it waits for; false: the owner has no such session. */
bool mcp_sessions_end(mcp_sessions *s, mcp_owner of, const char *id);

#endif
