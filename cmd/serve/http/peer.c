#include "serve/http/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <strings.h>

#include <microhttpd.h>

#include "base/hash.h"

bool peer_is_here(const struct sockaddr *a)
{
    const struct sockaddr_in *const v4 = (const void *)a;
    const struct sockaddr_in6 *const v6 = (const void *)a;

    if (a->sa_family == AF_INET) return (ntohl(v4->sin_addr.s_addr) >> 24) == 127;
    return a->sa_family != AF_INET6 || IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
}

int peer_own_name(int fd, char name[PEER_NAME_SIZE])
{
    struct sockaddr_storage own;
    socklen_t len = sizeof own;
    char text[INET6_ADDRSTRLEN];

    if (getsockname(fd, (struct sockaddr *)&own, &len)) return 0;
    const struct sockaddr_in *const v4 = (const void *)&own;
    const struct sockaddr_in6 *const v6 = (const void *)&own;
    const bool mapped = own.ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr);
    if (own.ss_family == AF_INET || mapped) {
        const void *const address =
            mapped ? (const void *)&v6->sin6_addr.s6_addr[12] : &v4->sin_addr;
        inet_ntop(AF_INET, address, name, PEER_NAME_SIZE);
        return ntohs(mapped ? v6->sin6_port : v4->sin_port);
    }
    if (own.ss_family != AF_INET6) return 0;
    inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text);
    snprintf(name, PEER_NAME_SIZE, "[%s]", text);
    return ntohs(v6->sin6_port);
}

static uint64_t hash_of(const struct sockaddr *a)
{
    const struct sockaddr_in *const v4 = (const void *)a;
    const struct sockaddr_in6 *const v6 = (const void *)a;

    return a->sa_family == AF_INET
               ? tr_fnv1a(TR_FNV1A_START, (const char *)&v4->sin_addr, sizeof v4->sin_addr)
               : tr_fnv1a(TR_FNV1A_START, (const char *)&v6->sin6_addr, sizeof v6->sin6_addr);
}

/* On this machine, where all have one address, a connection is a client. */
peer peer_of(struct MHD_Connection *mhd, uint64_t serial)
{
    const union MHD_ConnectionInfo *const info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *const a = info ? info->client_addr : NULL;
    const char *const scheme =
        MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, "X-Forwarded-Proto");
    const bool here = !a || peer_is_here(a);

    return (peer){.is_local = !a || a->sa_family == AF_UNIX,
                  .is_secure = here && scheme && !strcasecmp(scheme, "https"),
                  .address = here ? serial : hash_of(a)};
}
