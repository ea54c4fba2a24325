#include "console/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"

void digest_begin(digest_sum *d)
{
    SHA256Init(&d->sum);
}

void digest_bytes(digest_sum *d, const void *bytes, size_t n)
{
    SHA256Update(&d->sum, bytes, n);
}

static void add_size(digest_sum *d, size_t n)
{
    SHA256Update(&d->sum, (const uint8_t *)&n, sizeof n);
}

void digest_text(digest_sum *d, const char *text)
{
    add_size(d, text ? strlen(text) : (size_t)-1);
    if (text) SHA256Update(&d->sum, (const uint8_t *)text, strlen(text));
}

int digest_file(digest_sum *d, const char *path)
{
    enum { SIZE = 1 << 16 };
    const bool is_stdin = !strcmp(path, "-");
    const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    const off_t first = is_stdin ? lseek(fd, 0, SEEK_CUR) : 0;
    uint8_t *const bytes = checked_malloc(SIZE);
    off_t at = first;
    ssize_t n = -1;

    while (fd >= 0 && at >= 0 && (n = pread(fd, bytes, SIZE, at)) > 0) {
        SHA256Update(&d->sum, bytes, (size_t)n);
        at += n;
    }
    const int cause = errno;
    add_size(d, (size_t)(at - first));
    free(bytes);
    if (fd > STDIN_FILENO) close(fd);
    errno = cause;
    return n < 0 ? -1 : 0;
}

char *digest_end(digest_sum *d)
{
    char *const digits = checked_malloc(SHA256_DIGEST_STRING_LENGTH);
    return SHA256End(&d->sum, digits);
}
