/* routes.h - from a request to the dialect that answers it. */
#ifndef ROUTES_H
#define ROUTES_H

#include "serve/call/call.h"

typedef struct route_settings {
    const char *const *hosts; /* [n_hosts] names that requests may be sent to, besides its own */
    size_t n_hosts;
    const char *const *origins; /* [n_origins] whose pages may ask; "*": any */
    size_t n_origins;
    bool quiet; /* no request is told of on stderr */
} route_settings;

void routes_init(server_state *state, const route_settings *settings);

/* True if there was a large request since the last call: it took memory, which is free now. */
bool routes_had_large(void);

/* The functions of an http_handler, whose ctx is the server_state. */
extern const char *const routes_headers[];
bool routes_accept(void *ctx, http_request *r, http_answer *a);
void routes_handle(void *ctx, http_request *r, http_answer *a);
void routes_over(void *ctx, http_request *r, int status, size_t sent);

#endif
