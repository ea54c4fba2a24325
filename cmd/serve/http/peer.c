#include "serve/http/peer.h"

#include <netinet/in.h>
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
