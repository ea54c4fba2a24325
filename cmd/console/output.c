#define _XOPEN_SOURCE 700 /* realpath(), which glibc counts as XSI only */
#include "console/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { BUFFER_SIZE = 1 << 16 };

/* Bytes of the path that the name of the new file begins with: all, but of a long name so many that
 * what is added fits. */
static int stem_of(const char *path)
{
    enum { MOST = 100 };
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    size_t n = strlen(name);

    if (n > MOST)
        for (n = MOST; n > 0 && ((unsigned char)name[n] & 0xC0) == 0x80;)
            n--; /* whole characters */
    return (int)((size_t)(name - path) + n);
}

/* A new file beside the final one, with its permissions if it exists. */
static int create_temporary(output *o, const struct stat *existing)
{
    int fd = -1;

    for (int i = 0; i < 100 && fd < 0; i++) {
        free(o->temporary);
        o->temporary =
            checked_format("%.*s.%ld-%d.part", stem_of(o->path), o->path, (long)getpid(), i);
        fd = open(o->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) return -1;
    }
    if (fd >= 0 && existing) fchmod(fd, existing->st_mode & 0777);
    return fd;
}

static int open_beside(output *o, const struct stat *existing)
{
    sigset_t before;

    unfinished_catch_signals();
    unfinished_hold_signals(&before);
    const int fd = create_temporary(o, existing);
    const int cause = errno;
    if (fd >= 0) unfinished_set(o->temporary);
    unfinished_release_signals(&before);
    errno = cause;
    return fd;
}

/* The number of the open file that a path such as /dev/stdout or /dev/fd/3 stands for, or -1.  A
 * file that the shell opened is written in place: other programs that write there would lose what
 * they write if another file got its name. */
static int open_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};

    if (!strcmp(path, "/dev/stdout")) return 1;
    if (!strcmp(path, "/dev/stderr")) return 2;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t n = strlen(folders[i]);
        char *end;
        if (strncmp(path, folders[i], n) != 0 || !path[n]) continue;
        const long fd = strtol(path + n, &end, 10);
        if (!*end && fd >= 0 && fd < INT_MAX) return (int)fd;
    }
    return -1;
}

static int open_output_path(output *o, const char *path)
{
    struct stat st;
    const int descriptor = open_descriptor(path);

    if (descriptor >= 0) return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);

    const int exists = !stat(path, &st);
    if (exists && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(st.st_mode)) return open(path, O_WRONLY | O_CLOEXEC);
    if (exists && access(path, W_OK) < 0) return -1;
    if (exists) { /* the file that a symbolic link leads to is replaced, not the link */
        char *real = realpath(path, NULL);
        if (!real) return -1;
        free(o->path);
        o->path = real;
    }
    return open_beside(o, exists ? &st : NULL);
}

/* A link to nothing would be replaced, and what it leads to may be meant, or not. */
static bool leads_nowhere(const char *path)
{
    struct stat st;
    return stat(path, &st) < 0 && !lstat(path, &st) && S_ISLNK(st.st_mode);
}

int output_open(output *o, const char *path)
{
    *o = (output){.stream = stdout};
    if (path && leads_nowhere(path)) {
        complain("%s: is a symbolic link that leads to no file", path);
        return -1;
    }
    if (path && strcmp(path, "-") != 0) {
        o->path = checked_format("%s", path);
        const int fd = open_output_path(o, path);
        o->stream = fd < 0 ? NULL : fdopen(fd, "w");
        if (!o->stream) {
            complain("%s: %s", path, strerror(errno));
            output_abandon(o);
            return -1;
        }
    }
    o->buffer = checked_malloc(BUFFER_SIZE);
    setvbuf(o->stream, o->buffer, _IOFBF, BUFFER_SIZE);
    return 0;
}

/* A filter whose reader has gone ends at once and quietly, whatever its parent thinks of it. */
static _Noreturn void fail_output(const output *o, int cause)
{
    if (cause == EPIPE && (!o->path || open_descriptor(o->path) >= 0))
        unfinished_end_by_signal(SIGPIPE);
    complain("%s: %s", o->path ? o->path : "standard output", strerror(cause));
    unfinished_end_program();
}

/* Finds out why an earlier write failed, which the stream does not tell: another byte fails
 * likewise. */
static int cause_of_failure(const output *o)
{
    return write(fileno(o->stream), "\n", 1) < 0 ? errno : EIO;
}

void output_flush(output *o)
{
    if (fflush(o->stream)) fail_output(o, errno);
    if (ferror(o->stream)) fail_output(o, cause_of_failure(o));
}

static void forget(output *o)
{
    if (o->temporary) unfinished_set(NULL);
    free(o->path);
    free(o->temporary);
    free(o->buffer);
    *o = (output){0};
}

void output_close(output *o)
{
    sigset_t before;

    output_flush(o);
    if (o->temporary && fsync(fileno(o->stream))) fail_output(o, errno);
    if (fclose(o->stream)) fail_output(o, errno);
    if (o->temporary) {
        unfinished_hold_signals(&before);
        if (rename(o->temporary, o->path)) fail_output(o, errno);
        unfinished_set(NULL);
        unfinished_release_signals(&before);
    }
    forget(o);
}

void output_abandon(output *o)
{
    if (o->stream && o->stream != stdout) fclose(o->stream);
    unfinished_remove();
    forget(o);
}
