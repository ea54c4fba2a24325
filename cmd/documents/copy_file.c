#include "documents/copy_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/output.h"

/* -1 with errno. */
static int copy_bytes(int fd, FILE *out)
{
    enum { SIZE = 1 << 16 };
    char *const bytes = checked_malloc(SIZE);
    ssize_t n;

    while ((n = read(fd, bytes, SIZE)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0 && fwrite(bytes, 1, (size_t)n, out) < (size_t)n) break; /* output_close() tells */
    const int cause = errno;
    free(bytes);
    errno = cause;
    return n < 0 ? -1 : 0;
}

void copy_attributes(const struct stat *of, const char *place)
{
    const struct timespec times[] = {of->st_atim, of->st_mtim};

    if (chmod(place, of->st_mode & 0777) < 0 || utimensat(AT_FDCWD, place, times, 0) < 0) return;
}

int copy_file(const char *path, const char *place)
{
    struct stat st;
    output out;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &st) < 0) {
        complain("%s: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        return -1;
    }
    if (output_open_as_it_is(&out, place) < 0) {
        close(fd);
        return -1;
    }
    const int rc = copy_bytes(fd, out.stream);
    if (rc < 0) complain("%s: %s", path, strerror(errno));
    close(fd);
    if (rc < 0) {
        output_abandon(&out);
        return -1;
    }
    output_close(&out);
    copy_attributes(&st, place);
    return 0;
}

/* True if there is a link of this text already. */
static bool is_link_to(const char *place, const char *text)
{
    char there[4096];
    const ssize_t n = readlink(place, there, sizeof there - 1);

    if (n < 0) return false;
    there[n] = '\0';
    return !strcmp(there, text);
}

int copy_link(const char *path, const char *place)
{
    char text[4096];
    const ssize_t n = readlink(path, text, sizeof text - 1);

    if (n < 0) {
        complain("%s: %s", path, strerror(errno));
        return -1;
    }
    text[n] = '\0';
    if (is_link_to(place, text) || !symlink(text, place)) return 0;
    complain("%s: %s", place, strerror(errno));
    return -1;
}
