#include "serve/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "console/alloc.h"
#include "serve/http/peer.h"

enum { BACKLOG = 512, FIRST_GIVEN = 3 };

static int add_socket(listening *l, int fd, char *path)
{
    l->sockets[l->n] = fd;
    l->paths[l->n++] = path;
    return 0;
}

static int fail(const char *address, int fd)
{
    complain("%s: cannot be listened on: %s", address, strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}

/* ---- Unix sockets -------------------------------------------------------------------------- */

/* True if a socket is there that nobody listens on any more. */
static bool is_stale(const struct sockaddr_un *name)
{
    struct stat st;
    if (lstat(name->sun_path, &st) || !S_ISSOCK(st.st_mode)) return false;
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    const bool dead = fd >= 0 && connect(fd, (const struct sockaddr *)name, sizeof *name) < 0 &&
                      errno == ECONNREFUSED;
    if (fd >= 0) close(fd);
    return dead;
}

static int listen_unix(listening *l, const char *address, const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};

    if (!*path || strlen(path) >= sizeof name.sun_path) {
        complain("%s: the path of a Unix socket has 1 to %zu bytes", address,
                 sizeof name.sun_path - 1);
        return -1;
    }
    memcpy(name.sun_path, path, strlen(path) + 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) return fail(address, fd);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    if (is_stale(&name)) unlink(path);
    const mode_t mask = umask(0117);
    const int rc = bind(fd, (const struct sockaddr *)&name, sizeof name);
    umask(mask);
    if (rc < 0 || listen(fd, BACKLOG) < 0) return fail(address, fd);
    l->told[l->n_told++] = checked_format("%s", address);
    return add_socket(l, fd, checked_format("%s", path));
}

/* ---- TCP ----------------------------------------------------------------------------------- */

/* Tells of a socket, whose port may be any. */
static void keep_name(listening *l, int fd)
{
    char name[PEER_NAME_SIZE];
    const int port = peer_own_name(fd, name);

    if (port > 0) l->told[l->n_told++] = checked_format("http://%s:%d", name, port);
}

static int listen_one(listening *l, const char *address, const struct addrinfo *a)
{
    const int on = 1, fd = socket(a->ai_family, SOCK_STREAM, 0);

    if (fd < 0) return fail(address, fd);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(fd, a->ai_addr, a->ai_addrlen) < 0 || listen(fd, BACKLOG) < 0)
        return fail(address, fd);
    l->is_public = l->is_public || !peer_is_here(a->ai_addr);
    keep_name(l, fd);
    return add_socket(l, fd, NULL);
}

static bool is_port(const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && n <= UINT16_MAX;
}

/* Splits "HOST:PORT"; "PORT" alone is of 127.0.0.1. */
static bool split(const char *address, char *host, size_t size, const char **port)
{
    const char *const colon = strrchr(address, ':');
    const bool bracket = *address == '[';
    const size_t n = colon ? (size_t)(colon - address) - 2 * bracket : 0;

    *port = colon ? colon + 1 : address;
    if (!colon) {
        memcpy(host, "127.0.0.1", 10);
        return true;
    }
    if (bracket && colon[-1] != ']') return false;
    if (!bracket && memchr(address, ':', n)) return false;
    if (!n || n >= size) return false;
    memcpy(host, address + bracket, n);
    host[n] = '\0';
    return true;
}

/* The addresses that are meant, to be freed; NULL after a sentence. */
static struct addrinfo *find_addresses(const char *address, bool *is_any_port)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *list;
    const char *port;
    char host[256];

    if (!split(address, host, sizeof host, &port) || !*port) {
        complain("%s: is not PORT, HOST:PORT, [IPv6]:PORT or unix:PATH", address);
        return NULL;
    }
    if (!is_port(port)) {
        complain("%s: a port is a number from 0 to %d; 0 is any that is free", address, UINT16_MAX);
        return NULL;
    }
    *is_any_port = !strtoul(port, NULL, 10);
    const int error = getaddrinfo(host, port, &hints, &list);
    if (!error) return list;
    complain("%s: %s", address, gai_strerror(error));
    return NULL;
}

static int listen_tcp(listening *l, const char *address)
{
    bool any;
    struct addrinfo *const list = find_addresses(address, &any);
    int rc = 0;

    if (!list) return -1;
    l->is_any_port = l->is_any_port || any;
    for (const struct addrinfo *a = list; a && rc == 0 && l->n < LISTEN_MOST; a = a->ai_next)
        rc = listen_one(l, address, a);
    freeaddrinfo(list);
    return rc;
}

int listen_add(listening *l, const char *address)
{
    if (l->n == LISTEN_MOST) {
        complain("%s: is one address too many: at most %d", address, LISTEN_MOST);
        return -1;
    }
    if (!strncmp(address, "unix:", 5)) return listen_unix(l, address, address + 5);
    return listen_tcp(l, address);
}

/* ---- The other side ------------------------------------------------------------------------- */

static int connect_to(int family, const struct sockaddr *name, socklen_t len, int patience)
{
    const int fd = socket(family, SOCK_STREAM, 0);

    if (fd < 0) return -1;
    const struct timeval most = {.tv_sec = patience};
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    if (connect(fd, name, len) == 0) return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static int connect_unix(const char *path, int patience)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};

    errno = ENAMETOOLONG;
    if (strlen(path) >= sizeof name.sun_path) return -1;
    memcpy(name.sun_path, path, strlen(path) + 1);
    return connect_to(AF_UNIX, (const struct sockaddr *)&name, sizeof name, patience);
}

int listen_connect(const char *address, int patience)
{
    struct addrinfo *list = NULL;
    bool any;
    int fd = -1;

    const bool is_unix = !strncmp(address, "unix:", 5);
    if (is_unix)
        fd = connect_unix(address + 5, patience);
    else if (!(list = find_addresses(address, &any)))
        return -1;
    for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next)
        fd = connect_to(a->ai_family, a->ai_addr, a->ai_addrlen, patience);
    if (fd < 0) complain("%s: cannot be reached: %s", address, strerror(errno));
    if (list) freeaddrinfo(list);
    return fd;
}

/* ---- The service manager -------------------------------------------------------------------- */

int listen_take_given(listening *l)
{
    const char *const pid = getenv("LISTEN_PID"), *const fds = getenv("LISTEN_FDS");
    const long n = fds ? strtol(fds, NULL, 10) : 0;

    if (!pid || strtol(pid, NULL, 10) != (long)getpid() || n <= 0) return 0;
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    if (n > LISTEN_MOST) {
        complain("%ld sockets are too many: at most %d", n, LISTEN_MOST);
        return -1;
    }
    for (int fd = FIRST_GIVEN; fd < FIRST_GIVEN + n; fd++) {
        struct sockaddr_storage name;
        socklen_t len = sizeof name;
        if (getsockname(fd, (struct sockaddr *)&name, &len) < 0) {
            complain("file %d is no socket: %s", fd, strerror(errno));
            return -1;
        }
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, O_NONBLOCK);
        keep_name(l, fd);
        add_socket(l, fd, NULL);
    }
    return (int)n;
}

void listen_end(listening *l)
{
    for (size_t i = 0; i < l->n; i++) {
        if (l->paths[i]) unlink(l->paths[i]);
        free(l->paths[i]);
    }
    for (size_t i = 0; i < l->n_told; i++)
        free(l->told[i]);
}

void listen_notify(const char *state)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const char *const path = getenv("NOTIFY_SOCKET");
    const size_t n = path ? strlen(path) : 0;

    if (!n || n >= sizeof name.sun_path || (*path != '/' && *path != '@')) return;
    memcpy(name.sun_path, path, n);
    if (*path == '@') name.sun_path[0] = '\0';
    const int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0) return;
    const socklen_t len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n);
    if (sendto(fd, state, strlen(state), 0, (const struct sockaddr *)&name, len) < 0)
        complain("the service manager cannot be told: %s", strerror(errno));
    close(fd);
}
