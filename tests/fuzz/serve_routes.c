/* serve_routes.c - any bytes as a request to all dialects: lines of method and address, content
 * type, origin, authorization; the rest is the body.  The authorization is also what MCP's fields
 * say, but for those of a modern call. */
#include <assert.h>
#include <stdint.h>
#include <unistd.h>

#include "console/json.h"
#include "fuzz/serve_translator.h"
#include "serve/call/file_store.h"
#include "serve/call/glossary_store.h"
#include "serve/mcp/mcp_sessions.h"
#include "serve/routes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The parts of http.h that answers are written with. */
size_t http_connections(void)
{
    return 1;
}

bool http_is_stopping(void)
{
    return false;
}

void http_add_header(http_answer *a, const char *name, const char *value)
{
    if (a->n_headers < HTTP_MOST_HEADERS)
        a->headers[a->n_headers++] = (http_header){name, checked_format("%s", value)};
}

/* The next line, or NULL if it is empty; the caller's. */
static char *take_line(const uint8_t **at, const uint8_t *end)
{
    const uint8_t *const line = *at, *const stop = memchr(line, '\n', (size_t)(end - line));
    const size_t n = stop ? (size_t)(stop - line) : (size_t)(end - line);

    *at = stop ? stop + 1 : end;
    return n ? checked_copy((const char *)line, n) : NULL;
}

static server_state state(void)
{
    server_state s = {
        .metrics = metrics_create(),
        .glossaries = glossaries_open(NULL),
        .files = files_open(),
        .mcp_sessions = mcp_sessions_open(),
        .settings = {.alternatives_limit = 3, .request_timeout = 1, .shows_metrics = true}};
    const route_settings settings = {.quiet = true};

    json_start();
    reserve_fill(1);
    routes_init(&s, &settings);
    return s;
}

static void free_answer(http_answer *a)
{
    for (size_t i = 0; i < a->n_headers; i++)
        free(a->headers[i].value);
    free(a->body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    server_state s = state();
    const uint8_t *at = data, *const end = data + size;
    char *const first = take_line(&at, end), *const type = take_line(&at, end);
    char *const origin = take_line(&at, end), *const authorization = take_line(&at, end);
    char *const space = first ? strchr(first, ' ') : NULL;
    char *const query = space ? strchr(space + 1, '?') : NULL;
    const char *const extra[HEADERS] = {[HEADER_MCP_SESSION] = authorization,
                                        [HEADER_MCP_VERSION] = authorization,
                                        [HEADER_MCP_METHOD] = "tools/call",
                                        [HEADER_MCP_NAME] = query ? query + 1 : NULL};
    char *const body = checked_copy((const char *)at, (size_t)(end - at));
    http_answer a = {0};
    http_request r = {.method = space ? first : "GET",
                      .path = space ? space + 1 : "/",
                      .query = query ? query + 1 : NULL,
                      .type = type,
                      .host = "localhost",
                      .origin = origin,
                      .authorization = authorization,
                      .extra = extra,
                      .body = body,
                      .len = (size_t)(end - at)};

    if (space) *space = '\0';
    if (query) *query = '\0';
    translator_cancellation_init(&r.cancellation);
    if (routes_accept(&s, &r, &a)) {
        free(a.body);
        a.body = NULL;
        routes_handle(&s, &r, &a);
    }
    assert(a.status >= 200 && a.status < 600 && (a.body || !a.len));
    routes_over(&s, &r, a.status, a.len);
    free_answer(&a);
    translator_cancellation_free(&r.cancellation);
    files_close(s.files);
    mcp_sessions_close(s.mcp_sessions);
    glossaries_close(s.glossaries);
    metrics_free(s.metrics);
    free(first);
    free(type);
    free(origin);
    free(authorization);
    free(body);
    return 0;
}
