/*
 * http.h - one GET request (libcurl): https, or http of this machine.
 *
 * Redirects are followed five times at most, and never from https to http or to another scheme.  No
 * cookies, passwords or compression.  Proxies come from the environment, as libcurl reads it; so
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

enum { HTTP_TAG_SIZE = 200, HTTP_WHY_SIZE = 400 };

typedef struct http_get {
    const char *url;
    uint64_t from;           /* bytes that are there already */
    uint64_t most;           /* bytes that the whole may have */
    char tag[HTTP_TAG_SIZE]; /* the strong ETag of those, or ""; then the one of the answer */
    int timeout;             /* seconds without a hundred bytes each */
    bool (*begin)(void *ctx, uint64_t from);              /* the first byte is this one */
    bool (*take)(void *ctx, const char *bytes, size_t n); /* the next bytes */
    bool (*stopped)(void *ctx);                           /* asked several times a second */
    void *ctx;

    int wait;                /* seconds that the server asks to wait, or 0 */
    char why[HTTP_WHY_SIZE]; /* what went wrong, without the address */
} http_get;

/* Returns enum http_outcome. */
int http_perform(http_get *get);

void http_end(void);

#endif
