/*
 * http.h - an HTTP/1.1 server (libmicrohttpd) whose requests are handled by threads.
 *
 * One thread has all connections: it reads requests, hands each that is complete to a handler's
 * thread, and writes the answers.  A client that leaves is noticed at once.  A request that is not
 * complete in time is cut off, however slowly its bytes come.
 */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/http/params.h"
#include "serve/translator/translator_request.h"

typedef struct http_request {
    const char *method, *path; /* the path is decoded */
    const char *query;         /* as it came; NULL: none */
    const char *type;          /* Content-Type; NULL: none, as the others are */
    const char *own_name;      /* the address that the client connected to; NULL: there is none */
    const char *host, *origin, *authorization, *trace; /* trace: "traceparent" */
    const char *const *extra; /* values of the handler's extra_headers, in their order */
    uint64_t announced;       /* Content-Length, 0 if it is not told */
    const char *body;         /* [len] */
    size_t len;
    bool is_quick;    /* the handler says so: it waits for no work of others */
    bool is_local;    /* it came by a Unix socket */
    bool is_secure;   /* a proxy of this machine says that it came to it by TLS */
    uint64_t address; /* a number for the peer: of its address, or of a local connection */
    uint64_t number;  /* of the request, from 1 */
    double begun;     /* clock_seconds() */
    translator_cancellation cancellation;
    void *own; /* the handler's */
} http_request;

enum { HTTP_MOST_HEADERS = 16 };

typedef struct http_header {
    const char *name;
    char *value; /* of malloc() */
} http_header;

typedef struct http_answer {
    int status;
    const char *type; /* a literal */
    char *body;       /* [len], of malloc() */
    size_t len;
    http_header headers[HTTP_MOST_HEADERS];
    size_t n_headers;
    bool close; /* the connection */
} http_answer;

void http_add_header(http_answer *a, const char *name, const char *value);

typedef struct http_handler {
    const char *const *extra_headers; /* names, the last one NULL */

    /* Before the body is read, by the server's thread: false to refuse with the answer. */
    bool (*accept)(void *ctx, http_request *r, http_answer *a);
    /* By any thread, several at once. */
    void (*handle)(void *ctx, http_request *r, http_answer *a);
    /* The request is over, `status` as it was told, 0 if the client had left. */
    void (*over)(void *ctx, http_request *r, int status, size_t sent);
    void (*tick)(void *ctx);    /* about every second, by the server's thread; true: to end */
    void (*reload)(void *ctx);  /* SIGHUP; by a thread */
    bool (*is_idle)(void *ctx); /* there is nothing to do, but for requests */
    void *ctx;
} http_handler;

typedef struct http_settings {
    const int *sockets; /* [n], which listen */
    size_t n_sockets;
    size_t max_body;     /* bytes */
    int request_timeout; /* seconds for a whole request */
    int max_connections, max_per_address;
    int threads;       /* handlers at once */
    int quick_threads; /*   of requests that are quick, besides */
    int idle_exit;     /* seconds without a request after which it ends; 0 = never */
} http_settings;

/* Serves until SIGTERM or SIGINT: a second one ends at once.  `ready` is called when requests are
 * served; `stopping` when no more are taken.  0, or -1 after a sentence. */
int http_serve(const http_settings *settings, const http_handler *handler, void (*ready)(void),
               void (*stopping)(void));

/* Connections now; true while the server takes no more requests. */
size_t http_connections(void);
bool http_is_stopping(void);

#endif
