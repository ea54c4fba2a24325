/*
 * http.h - one GET request (libcurl): https, or http of this machine.
 *
 * Redirects are followed five times at most, and never from https to http or to another scheme.  No
 * cookies, passwords or compression.  A token goes to the server that it is for, whoever sends
 * there, and to no other.  Proxies come from the environment, as libcurl reads it; so
 * do other certificates: $CURL_CA_BUNDLE, $SSL_CERT_FILE, $SSL_CERT_DIR.
 */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum http_outcome {
    HTTP_WHOLE,    /* the server has sent all it has */
    HTTP_AGAIN,    /* it may do better in a while */
    HTTP_GONE,     /* it will not */
    HTTP_NAMELESS, /* nobody knows its name: there may be no network */
    HTTP_OTHER,    /* what it sent is not what `from` and `most` allow: begin anew */
    HTTP_LOCAL,    /* take() failed, after a sentence */
    HTTP_STOPPED   /* stopped() said so */
};

enum { HTTP_TAG_SIZE = 200, HTTP_WHY_SIZE = 400, HTTP_CODE_SIZE = 32, HTTP_URL_SIZE = 2048 };

/* A server that is told who asks, and says more of why it refuses. */
typedef struct http_access {
    const char *server; /* one of its addresses */
    const char *token;  /* that it alone is told; NULL: nobody is */
    /* What a status means there, beside its X-Error-Code, which may be ""; or NULL. */
    const char *(*meaning)(const struct http_access *a, int status, const char *code);
} http_access;

typedef struct http_get {
    const char *url;
    uint64_t from;           /* bytes that are there already */
    uint64_t most;           /* bytes that the whole may have */
    char tag[HTTP_TAG_SIZE]; /* the strong ETag of the bytes, or ""; then the one of the answer */
    int timeout;             /* seconds without a hundred bytes each */
    bool (*begin)(void *ctx, uint64_t from);              /* the first byte is this one */
    bool (*take)(void *ctx, const char *bytes, size_t n); /* the next bytes */
    bool (*stopped)(void *ctx);                           /* asked several times a second */
    void *ctx;
    const http_access *access; /* NULL: nobody is told anything */

    int wait;                  /* seconds that the server asks to wait, or 0 */
    char why[HTTP_WHY_SIZE];   /* what went wrong, without the address */
    char code[HTTP_CODE_SIZE]; /* its X-Error-Code, or "" */
    char next[HTTP_URL_SIZE];  /* the page that follows (RFC 8288), which may be anywhere, or "" */
} http_get;

/* Returns enum http_outcome. */
int http_perform(http_get *get);

/* True if two addresses have the same scheme, host and port. */
bool http_is_same_server(const char *a, const char *b);

void http_end(void);

#endif
