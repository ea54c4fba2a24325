/* peer.h - who is at the other end of a connection. */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct MHD_Connection;

/* True of an address of this machine: loopback, or a Unix socket. */
bool peer_is_here(const struct sockaddr *address);

enum { PEER_NAME_SIZE = 64 };

/* The own side of a socket: "127.0.0.1", "[::1]", and its port; 0: it has none. */
int peer_own_name(int fd, char name[PEER_NAME_SIZE]);

typedef struct peer {
    bool is_local;    /* it came by a Unix socket */
    bool is_secure;   /* it is a proxy of this machine, which says that its client came by TLS */
    uint64_t address; /* a number for it: of its address, or of a connection on this machine */
} peer;

/* The peer of a request.  `serial` is of its connection. */
peer peer_of(struct MHD_Connection *mhd, uint64_t serial);

#endif
