/* listen.h - sockets that a server listens on. */
#ifndef LISTEN_H
#define LISTEN_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/http/http.h"

enum { LISTEN_MOST = 16 };

typedef struct listening {
    int sockets[LISTEN_MOST]; /* [n] */
    size_t n;
    char *paths[LISTEN_MOST]; /* of Unix sockets, which are removed at the end; or NULL */
    char *told[LISTEN_MOST];  /* [n_told] addresses for clients */
    size_t n_told;
    bool is_any_port; /* one has a port that nobody has chosen */
    bool is_public;   /* one is of another address than this machine's own */
} listening;

/* Adds what an address means: "PORT", "HOST:PORT", "[::1]:PORT", "unix:PATH".  -1 after a sentence.
 */
int listen_add(listening *l, const char *address);

/* Adds the sockets that the service manager hands over (LISTEN_FDS).  How many; -1 after a
 * sentence. */
int listen_take_given(listening *l);

/* Removes the paths of Unix sockets. */
/* Connects to an address that another program listens on, each step within so many seconds: a
 * socket, or -1 after a sentence. */
int listen_connect(const char *address, int patience);

void listen_end(listening *l);

/* Tells the service manager something ("READY=1"), if there is one. */
void listen_notify(const char *state);

#endif
