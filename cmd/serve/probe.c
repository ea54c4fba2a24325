#include "serve/probe.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "console/message.h"
#include "serve/listen.h"

enum { PATIENCE = 5 }; /* seconds for each step */

/* The first bytes of the answer: how many, or -1. */
static ssize_t ask(int fd, char *answer, size_t size)
{
    static const char request[] = "GET /ready HTTP/1.0\r\nHost: localhost\r\n\r\n";
    size_t n = 0;
    ssize_t more = 1;

    if (send(fd, request, sizeof request - 1, MSG_NOSIGNAL) < 0) return -1;
    while (n < size && more > 0) {
        more = recv(fd, answer + n, size - n, 0);
        if (more < 0) return -1;
        n += (size_t)more;
    }
    return (ssize_t)n;
}

int probe(const char *address)
{
    static const char fine[] = "HTTP/1.1 200";
    char answer[sizeof fine - 1];

    const int fd = listen_connect(address, PATIENCE);
    if (fd < 0) return EXIT_FAILED;
    const ssize_t n = ask(fd, answer, sizeof answer);
    if (n < 0)
        complain("%s: %s", address, errno == EAGAIN ? "does not answer in time" : strerror(errno));
    else if (n < (ssize_t)sizeof answer || memcmp(answer, fine, sizeof answer) != 0)
        complain("%s: is not ready", address);
    close(fd);
    return n == (ssize_t)sizeof answer && !memcmp(answer, fine, sizeof answer) ? EXIT_OK
                                                                               : EXIT_FAILED;
}
