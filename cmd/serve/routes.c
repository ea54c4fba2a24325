#include "serve/routes.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "serve/all_dialects.h"

enum { LARGE = 256 << 10 }; /* bytes */

const char *const routes_headers[] = {
    [HEADER_REQUESTED_METHOD] = "Access-Control-Request-Method",
    [HEADER_REQUESTED_PRIVATE] = "Access-Control-Request-Private-Network",
    [HEADER_FETCH_SITE] = "Sec-Fetch-Site",
    [HEADER_FETCH_MODE] = "Sec-Fetch-Mode",
    [HEADER_ACCEPT] = "Accept",
    [HEADER_MCP_SESSION] = "Mcp-Session-Id",
    [HEADER_MCP_VERSION] = "MCP-Protocol-Version",
    [HEADER_MCP_METHOD] = "Mcp-Method",
    [HEADER_MCP_NAME] = "Mcp-Name",
    [HEADER_KEY] = "X-API-Key",
    [HEADER_KEY + 1] = "X-API-Token",
    [HEADER_KEY + 2] = "X-Goog-Api-Key",
    [HEADER_KEY + 3] = "Ocp-Apim-Subscription-Key",
    [HEADERS] = NULL,
};

static route_settings settings;

void routes_init(server_state *state, const route_settings *s)
{
    state->dialects = all_dialects;
    settings = *s;
}

/* ---- Routes -------------------------------------------------------------------------------- */

/* What a path has behind the route's, "" for all of it; NULL: it is another one. */
static const char *tail_of(const char *path, const char *of)
{
    const size_t n = strlen(of);
    if (n && of[n - 1] == '*') return strncmp(path, of, n - 1) ? NULL : path + n - 1;
    return strcmp(path, of) ? NULL : path + n;
}

static bool is_method(const char *asked, const char *of)
{
    return !strcmp(asked, of) || (!strcmp(asked, "HEAD") && !strcmp(of, "GET"));
}

/* Where a request leads to. */
typedef struct place {
    const dialect *dialect;
    const route *route; /* NULL: none */
    const char *path, *tail;
    bool unsure;      /* it depends on fields that are not known yet */
    char allowed[64]; /* methods */
} place;

static void allow(place *p, const char *method)
{
    const size_t n = strlen(p->allowed);
    if (strstr(p->allowed, method)) return;
    snprintf(p->allowed + n, sizeof p->allowed - n, "%s%s", n ? ", " : "", method);
}

static void take_route(place *p, const dialect *d, const route *one, const char *tail)
{
    p->dialect = d;
    p->route = one;
    p->tail = tail;
}

/* By path, method and fields (NULL: they are not known yet); false if nothing is at the path.  A
 * route of another method is no place, but its dialect says so. */
static bool find_place(const http_request *r, const params *given, place *p)
{
    *p = (place){0};
    for (size_t i = 0; all_dialects[i]; i++)
        for (const route *one = all_dialects[i]->routes; one->path; one++) {
            const char *const tail = tail_of(r->path, one->path);
            if (!tail) continue;
            if (!p->dialect) {
                take_route(p, all_dialects[i], NULL, tail);
                p->path = one->path;
            }
            if (!one->fits) allow(p, one->method);
            if (!is_method(r->method, one->method)) continue;
            if (one->fits && !given) p->unsure = true;
            if (one->fits ? !given || !one->fits(given) : p->route != NULL) continue;
            take_route(p, all_dialects[i], one, tail);
            if (one->fits) return true;
        }
    return p->dialect != NULL;
}

static int index_of(const dialect *d)
{
    for (int i = 0; all_dialects[i]; i++)
        if (all_dialects[i] == d) return i;
    return -1;
}

/* ---- Before the body ----------------------------------------------------------------------- */

/* The name in a Host header or behind "://" of an origin, without its port. */
static size_t host_length(const char *host)
{
    const char *end = *host == '[' ? strchr(host, ']') : NULL;
    end = end ? end + 1 : host + strcspn(host, ":/");
    return (size_t)(end - host);
}

/* No page can choose the address that its browser connects to: that is a name, too. */
static bool is_host(const http_request *r)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    const char *const host = r->host;
    const size_t n = host_length(host);

    if (r->own_name && strlen(r->own_name) == n && !strncasecmp(host, r->own_name, n)) return true;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == n && !strncasecmp(host, own[i], n)) return true;
    for (size_t i = 0; i < settings.n_hosts; i++)
        if (strlen(settings.hosts[i]) == n && !strncasecmp(host, settings.hosts[i], n)) return true;
    return false;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* An extension of a browser, a program that is a page, the server's own page, or a listed one. */
static bool is_origin(const http_request *r)
{
    static const char *const programs[] = {"moz-extension://", "chrome-extension://",
                                           "safari-web-extension://", "app://obsidian.md"};
    const char *const origin = r->origin;

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (begins(origin, programs[i])) return true;
    for (size_t i = 0; i < settings.n_origins; i++)
        if (!strcmp(settings.origins[i], "*") || !strcmp(settings.origins[i], origin)) return true;
    const char *const host = begins(origin, "http://")    ? origin + 7
                             : begins(origin, "https://") ? origin + 8
                                                          : NULL;
    return host && r->host && !strcasecmp(host, r->host);
}

/* True if a page of another site has a browser ask without an Origin, as for a picture or a frame:
 * it cannot read the answer, but have the server work. */
static bool is_cross_site(const http_request *r)
{
    const char *const site = r->extra[HEADER_FETCH_SITE], *const mode = r->extra[HEADER_FETCH_MODE];

    return !r->origin && site && (!strcmp(site, "cross-site") || !strcmp(site, "same-site")) &&
           (!mode || strcmp(mode, "cors") != 0);
}

static void refuse(http_answer *a, int status, const char *message)
{
    a->status = status;
    a->type = "application/json";
    a->body = checked_format("{\"error\":\"%s\",\"message\":\"%s\"}\n", message, message);
    a->len = strlen(a->body);
}

static void refuse_method(http_answer *a, const place *p)
{
    http_add_header(a, "Allow", p->allowed);
    refuse(a, 405, "this path has other methods");
}

static void add_cors(const http_request *r, http_answer *a)
{
    http_add_header(a, "Access-Control-Allow-Origin", r->origin);
    http_add_header(a, "Vary", "Origin");
    http_add_header(a, "Access-Control-Allow-Headers",
                    "Authorization, Content-Type, X-API-Key, Mcp-Session-Id, MCP-Protocol-Version, "
                    "Mcp-Method, Mcp-Name");
    http_add_header(a, "Access-Control-Expose-Headers", "Mcp-Session-Id");
    http_add_header(a, "Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS");
    http_add_header(a, "Access-Control-Max-Age", "1728000");
    if (r->extra[HEADER_REQUESTED_PRIVATE])
        http_add_header(a, "Access-Control-Allow-Private-Network", "true");
}

bool routes_accept(void *ctx, http_request *r, http_answer *a)
{
    server_state *const s = ctx;
    place p;

    http_add_header(a, "Cache-Control", "no-store");
    http_add_header(a, "X-Content-Type-Options", "nosniff");
    if (r->trace && strlen(r->trace) < 128) http_add_header(a, "traceparent", r->trace);
    if (!r->is_local && (!r->host || !is_host(r))) {
        metrics_add_refusal(s->metrics, "host");
        refuse(a, 421, "this server does not have that name (--host adds one)");
        return false;
    }
    if (r->origin && !is_origin(r)) {
        metrics_add_refusal(s->metrics, "origin");
        refuse(a, 403, "pages of this origin may not ask (--cors adds one)");
        return false;
    }
    if (r->origin) add_cors(r, a);
    if (!strcmp(r->method, "OPTIONS")) {
        a->status = 200;
        return false;
    }
    if (!find_place(r, NULL, &p)) {
        refuse(a, 404, "there is nothing at this path");
        return false;
    }
    if (!p.route && !p.unsure) {
        refuse_method(a, &p);
        return false;
    }
    r->is_quick = p.route && p.route->is_quick;
    if (!r->is_quick && is_cross_site(r)) {
        metrics_add_refusal(s->metrics, "origin");
        refuse(a, 403, "pages of another site may not ask");
        return false;
    }
    if (r->is_quick || reserve_is_there()) return true;
    metrics_add_refusal(s->metrics, "memory");
    http_add_header(a, "Retry-After", "2");
    refuse(a, 503, "there is too little memory");
    return false;
}

/* ---- Keys ---------------------------------------------------------------------------------- */

static const char *behind(const char *header, const char *scheme)
{
    const size_t n = strlen(scheme);
    if (!header || strncasecmp(header, scheme, n) != 0) return NULL;
    return header + n + strspn(header + n, " ");
}

static const char *given_key(call *c)
{
    const char *const header = c->request->authorization;
    const char *given = c->dialect->key ? c->dialect->key(c) : NULL;

    if (!given || !*given) given = behind(header, "Bearer ");
    if (!given) given = behind(header, "DeepL-Auth-Key ");
    if (!given && header && !strchr(header, ' ')) given = header; /* without a scheme */
    for (size_t i = HEADER_KEY; !given && i < HEADERS; i++)
        given = c->request->extra[i];
    return given && *given ? given : NULL;
}

static bool admit(call *c, const route *to)
{
    const char *const given = c->server->keys ? given_key(c) : NULL;

    if (given) c->key = keys_find(c->server->keys, given);
    if (!c->server->keys || c->key || (to->is_open && !given)) return true;
    metrics_add_refusal(c->server->metrics, "key");
    if (given)
        call_refuse(c, c->dialect->wrong_key_status ? c->dialect->wrong_key_status : 403,
                    "Invalid API key");
    else
        call_refuse(c, c->dialect->no_key_status,
                    "Please contact the server operator to get an API key");
    return false;
}

/* ---- The request --------------------------------------------------------------------------- */

static bool check_params(call *c, const route *to, enum params_result result)
{
    static const char *const messages[] = {[PARAMS_NOT_JSON] = "Invalid JSON format",
                                           [PARAMS_NOT_OBJECT] = "Invalid JSON format",
                                           [PARAMS_NOT_FORM] = "the form is damaged",
                                           [PARAMS_TOO_MANY] = "the form has too many fields"};

    if (result == PARAMS_TOO_MANY_VALUES) {
        call_refuse(c, 413, "the request has more than %d values", PARAMS_MOST_VALUES);
        return false;
    }
    if (result == PARAMS_OK || (result == PARAMS_NOT_OBJECT && to->any_json)) return true;
    call_refuse(c, 400, "%s", messages[result]);
    return false;
}

/* The type of the body; clients tell one of requests that have no body, too. */
static const char *type_of_body(const http_request *r)
{
    return r->len || !strcmp(r->method, "POST") ? r->type : NULL;
}

static atomic_bool was_large;

bool routes_had_large(void)
{
    return atomic_exchange(&was_large, false);
}

void routes_handle(void *ctx, http_request *r, http_answer *a)
{
    place p;
    call c = {.server = ctx, .request = r, .answer = a};

    const enum params_result result =
        params_read(&c.params, r->query, type_of_body(r), r->body, r->len);
    find_place(r, &c.params, &p);
    c.dialect = p.dialect;
    c.tail = p.tail;
    r->own = (void *)(uintptr_t)p.dialect;
    if (!p.route)
        refuse_method(a, &p);
    else if (check_params(&c, p.route, result) && admit(&c, p.route))
        p.route->run(&c);
    params_free(&c.params);
    translator_answer_free(&c.done);
    keys_let_go(c.server->keys, c.key);
    if (r->len > LARGE || a->len > LARGE) was_large = true;
}

/* No text, no query, no key and no address is told. */
void routes_over(void *ctx, http_request *r, int status, size_t sent)
{
    server_state *const s = ctx;
    const double seconds = clock_seconds() - r->begun;
    place p;

    const bool known = find_place(r, NULL, &p);
    const dialect *const of = r->own ? r->own : p.dialect;
    metrics_add_request(s->metrics, known ? index_of(of) : -1, status, seconds);
    if (settings.quiet) return;
    tell("%s %s %d %zu bytes in, %zu out, %.1f ms%s%s\n", r->method,
         known && (p.route || p.unsure) ? p.path : "-", status, r->len, sent, 1e3 * seconds,
         r->trace ? " " : "", r->trace ? r->trace : "");
}
