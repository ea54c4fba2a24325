/*
 * other_end.c - by /proc/self/net/tcp, where the system has the sockets of both ends of a
 * connection within this machine: what a program has open has an inode.
 */
#include "serve/http/other_end.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "serve/http/peer.h"

enum { NAME_SIZE = 40 };

/* "0100007F:1388", as the table has it: 32 bits of the address at once, and the port. */
static void write_name(const struct sockaddr_storage *a, char name[NAME_SIZE])
{
    const struct sockaddr_in *const v4 = (const void *)a;
    const struct sockaddr_in6 *const v6 = (const void *)a;
    uint32_t words[4];

    if (a->ss_family == AF_INET) {
        snprintf(name, NAME_SIZE, "%08X:%04X", v4->sin_addr.s_addr, ntohs(v4->sin_port));
        return;
    }
    memcpy(words, &v6->sin6_addr, sizeof words);
    snprintf(name, NAME_SIZE, "%08X%08X%08X%08X:%04X", words[0], words[1], words[2], words[3],
             ntohs(v6->sin6_port));
}

/* What the table has of a connection. */
typedef struct seen {
    bool own, other, other_open;
} seen;

static void look_at_line(const char *line, const char *own, const char *other, seen *s)
{
    char from[NAME_SIZE], to[NAME_SIZE], inode[24];

    if (sscanf(line, " %*s %39s %39s %*s %*s %*s %*s %*s %*s %23s", from, to, inode) != 3) return;
    if (!strcmp(from, own) && !strcmp(to, other)) s->own = true;
    if (strcmp(from, other) != 0 || strcmp(to, own) != 0) return;
    s->other = true;
    s->other_open = s->other_open || strcmp(inode, "0") != 0;
}

static bool look(const char *path, const char *own, const char *other, seen *s)
{
    FILE *const f = fopen(path, "re");
    char *line = NULL;
    size_t size = 0;

    if (!f) return false;
    while (getline(&line, &size, f) > 0)
        look_at_line(line, own, other, s);
    free(line);
    fclose(f);
    return true;
}

enum other_end other_end_of(int fd)
{
    struct sockaddr_storage own, other;
    socklen_t own_len = sizeof own, other_len = sizeof other;
    char own_name[NAME_SIZE], other_name[NAME_SIZE];
    seen s = {0};

    if (getsockname(fd, (struct sockaddr *)&own, &own_len) ||
        getpeername(fd, (struct sockaddr *)&other, &other_len))
        return OTHER_END_UNKNOWN;
    /* Of a Unix socket, an end that is gone is told of as such. */
    if (own.ss_family == AF_UNIX) return OTHER_END_WAITS;
    if (own.ss_family != AF_INET && own.ss_family != AF_INET6) return OTHER_END_UNKNOWN;
    write_name(&own, own_name);
    write_name(&other, other_name);
    /* The table changes while it is read: what is not there once may be there still. */
    const char *const table =
        own.ss_family == AF_INET ? "/proc/self/net/tcp" : "/proc/self/net/tcp6";
    for (int n = 0; n < 2 && !(s.own && s.other); n++)
        if (!look(table, own_name, other_name, &s)) return OTHER_END_UNKNOWN;
    if (!s.own) return OTHER_END_UNKNOWN;
    if (s.other_open) return OTHER_END_WAITS;
    return s.other || peer_is_here((const struct sockaddr *)&other) ? OTHER_END_GONE
                                                                    : OTHER_END_UNKNOWN;
}
