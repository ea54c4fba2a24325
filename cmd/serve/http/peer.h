/* peer.h - who is at the other end of a connection. */
#ifndef PEER_H
#define PEER_H

#include <sys/socket.h>

#include "serve/http/http.h"

struct MHD_Connection;

/* True of an address of this machine: loopback, or a Unix socket. */
bool peer_is_here(const struct sockaddr *address);

/* Fills in what a request has of its peer.  `serial` is of its connection. */
void peer_fill(http_request *r, struct MHD_Connection *mhd, uint64_t serial);

#endif
