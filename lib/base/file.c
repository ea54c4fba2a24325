#define _DEFAULT_SOURCE /* MAP_ANONYMOUS; realpath(); madvise() */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

int tr_file_kind(const char *path, tr_error *err)
{
    struct stat st;

    if (stat(path, &st) < 0) {
        if (errno == ENOENT || errno == ENOTDIR) return TR_FILE_ABSENT;
        return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    }
    if (S_ISDIR(st.st_mode)) return TR_FILE_DIRECTORY;
    return S_ISREG(st.st_mode) ? TR_FILE_REGULAR : TR_FILE_OTHER;
}

static int fail_not_regular(const char *path, mode_t mode, tr_error *err)
{
    return tr_fail(err, TR_EIO, "%s: %s", path,
                   S_ISDIR(mode) ? "is a directory" : "is not a regular file");
}

/* A descriptor of a regular file, or a negative status. */
static int open_regular(const char *path, struct stat *st, tr_error *err)
{
    /* Without O_NONBLOCK, opening a FIFO would wait for a writer. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    int rc = 0;
    if (fstat(fd, st) < 0)
        rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(st->st_mode))
        rc = fail_not_regular(path, st->st_mode, err);
    if (rc == 0) return fd;
    close(fd);
    return rc;
}

static int map(tr_file *f, int fd, size_t size, const char *path, tr_error *err)
{
    *f = (tr_file){0};
    if (!size) return 0;
    void *p = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    *f = (tr_file){.data = p, .size = size};
    return 0;
}

int tr_file_map_watched(tr_file *f, tr_file_watch *w, const char *path, tr_error *err)
{
    struct stat st;

    *f = (tr_file){0};
    *w = (tr_file_watch){0};
    const int fd = open_regular(path, &st, err);
    if (fd < 0) return fd;
    const int rc = map(f, fd, (size_t)st.st_size, path, err);
    if (rc < 0)
        close(fd);
    else
        *w = (tr_file_watch){.on = true, .fd = fd, .written = st.st_mtim};
    return rc;
}

/* A new name, another mode or another owner is no other content: st_ctim does not tell. */
bool tr_file_was_written(const tr_file *f, const tr_file_watch *w)
{
    struct stat st;

    if (!w->on || fstat(w->fd, &st) < 0) return false;
    return st.st_mtim.tv_sec != w->written.tv_sec || st.st_mtim.tv_nsec != w->written.tv_nsec ||
           (uintmax_t)st.st_size != f->size;
}

void tr_file_release(const tr_file_watch *w, const void *from, size_t n)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t at = (uintptr_t)from, first = (at + page - 1) / page * page;
    const uintptr_t end = (at + n) / page * page;
    if (w->on && first < end)
        (void)madvise((char *)from + (first - at), end - first, MADV_DONTNEED);
}

void tr_file_watch_end(tr_file_watch *w)
{
    if (w->on) close(w->fd);
    *w = (tr_file_watch){0};
}

int tr_file_map(tr_file *f, const char *path, tr_error *err)
{
    tr_file_watch w;
    const int rc = tr_file_map_watched(f, &w, path, err);
    tr_file_watch_end(&w);
    return rc;
}

static int read_bytes(int fd, tr_buf *bytes, size_t most)
{
    char part[1 << 13];
    ssize_t n = 1;

    while (n != 0 && bytes->len <= most && !bytes->failed) {
        n = read(fd, part, sizeof part);
        if (n < 0 && errno != EINTR) return -1;
        if (n > 0) tr_buf_add(bytes, part, (size_t)n);
    }
    return 0;
}

static int copy_to_mapping(tr_file *f, const tr_buf *bytes, tr_error *err)
{
    if (!bytes->len) return 0;
    void *const p =
        mmap(NULL, bytes->len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return tr_fail_memory(err);
    memcpy(p, bytes->data, bytes->len);
    *f = (tr_file){.data = p, .size = bytes->len};
    return 0;
}

/* A pipe that is open already is not opened once more: one with a name would wait for another
 * writer where its own has ended. */
static int open_pipe(const char *path)
{
    char *end;
    const bool is_stdin = !strcmp(path, "/dev/stdin");
    const long n = is_stdin ? 0 : strncmp(path, "/dev/fd/", 8) ? -1 : strtol(path + 8, &end, 10);
    const bool is_open = is_stdin || (n >= 0 && n <= INT_MAX && end > path + 8 && !*end);

    return is_open ? fcntl((int)n, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC);
}

static int read_pipe(tr_file *f, const char *path, size_t most, tr_error *err)
{
    tr_buf bytes = {0};

    *f = (tr_file){0};
    const int fd = open_pipe(path);
    int rc = fd < 0 || read_bytes(fd, &bytes, most) < 0
                 ? tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno))
                 : 0;
    if (fd >= 0) close(fd);
    if (rc == 0) rc = bytes.failed ? tr_fail_memory(err) : copy_to_mapping(f, &bytes, err);
    tr_buf_free(&bytes);
    return rc;
}

int tr_file_map_or_read(tr_file *f, const char *path, size_t most, tr_error *err)
{
    struct stat st;
    const bool is_pipe = stat(path, &st) == 0 && S_ISFIFO(st.st_mode);

    return is_pipe ? read_pipe(f, path, most, err) : tr_file_map(f, path, err);
}

/* As many bytes as there were when the file was opened, or as there are still. */
static ssize_t read_whole(int fd, char *bytes, size_t size)
{
    size_t len = 0;
    ssize_t n = 1;

    while (n != 0 && len < size) {
        n = read(fd, bytes + len, size - len);
        if (n < 0 && errno != EINTR) return -1;
        if (n > 0) len += (size_t)n;
    }
    return (ssize_t)len;
}

int tr_file_copy(tr_file *f, const char *path, tr_error *err)
{
    struct stat st;
    int rc = 0;

    *f = (tr_file){0};
    const int fd = open_regular(path, &st, err);
    if (fd < 0) return fd;
    const size_t size = (size_t)st.st_size;
    void *const p =
        size ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;
    const ssize_t n = size && p != MAP_FAILED ? read_whole(fd, p, size) : 0;
    if (p == MAP_FAILED)
        rc = tr_fail_memory(err);
    else if (n < 0)
        rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    else if ((size_t)n < size)
        rc = tr_fail(err, TR_EIO, "%s: was cut short while it was read", path);
    close(fd);
    if (rc == 0)
        *f = (tr_file){.data = p, .size = size};
    else if (size && p != MAP_FAILED)
        munmap(p, size);
    return rc;
}

int tr_file_map_stream(tr_file *f, FILE *stream, const char *path, tr_error *err)
{
    struct stat st;

    *f = (tr_file){0};
    if (fflush(stream) != 0 || fstat(fileno(stream), &st) < 0)
        return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    return map(f, fileno(stream), (size_t)st.st_size, path, err);
}

int tr_file_scratch(FILE **f, const char *beside, tr_error *err)
{
    tr_buf path = {0};
    int rc = 0;

    *f = NULL;
    tr_buf_printf(&path, "%.*s.XXXXXX", tr_replacement_stem(beside), beside);
    const int fd = path.failed ? -1 : mkstemp(path.data);
    if (fd >= 0) {
        unlink(path.data);
        *f = fdopen(fd, "w+");
        if (!*f) close(fd);
    }
    if (path.failed)
        rc = tr_fail_memory(err);
    else if (!*f)
        rc = tr_fail(err, TR_EIO, "%s: %s", path.data, strerror(errno));
    tr_buf_free(&path);
    return rc;
}

static int map_anew(const tr_file *f, const char *path, tr_error *err)
{
    struct stat st;
    int rc = 0;

    const int fd = open_regular(path, &st, err);
    if (fd < 0) return fd;
    if ((uintmax_t)st.st_size != f->size)
        rc = tr_fail(err, TR_EIO, "%s: was changed while it was read", path);
    else if (mmap((void *)f->data, f->size, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
        rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    close(fd);
    return rc;
}

int tr_file_forget(tr_file *f, size_t n_read, const char *path, tr_error *err)
{
    enum { MOST = 16 << 20 };

    f->n_read += n_read;
    if (!f->data || f->n_read < MOST) return 0;
    f->n_read = 0;
    return map_anew(f, path, err);
}

void tr_file_unmap(tr_file *f)
{
    if (f->data) munmap((void *)f->data, f->size);
    *f = (tr_file){0};
}

int tr_file_target(const char *path, char **target, tr_error *err)
{
    struct stat st;

    *target = NULL;
    if (stat(path, &st) == 0) {
        if (!S_ISREG(st.st_mode)) return fail_not_regular(path, st.st_mode, err);
        *target = realpath(path, NULL);
        if (*target) return 0;
        return errno == ENOMEM ? tr_fail_memory(err)
                               : tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    }
    if (errno != ENOENT || !*path) return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    if (lstat(path, &st) == 0)
        return tr_fail(err, TR_EIO, "%s: is a symbolic link that leads to no file", path);
    *target = strdup(path);
    return *target ? 0 : tr_fail_memory(err);
}

int tr_file_create(tr_file_writer *w, const char *path, tr_error *err)
{
    char *target;

    *w = (tr_file_writer){0};
    int rc = tr_file_target(path, &target, err);
    if (rc < 0) return rc;

    const int fd = tr_replacement_open(&w->target, target, TR_REPLACE_BY_RENAMING);
    if (fd >= 0) w->stream = fdopen(fd, "wb");
    if (!w->stream) {
        rc = errno == ENOMEM ? tr_fail_memory(err)
                             : tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        tr_replacement_abandon(&w->target);
    }
    free(target);
    return rc;
}

int tr_file_commit(tr_file_writer *w, tr_error *err)
{
    errno = 0;
    bool bad = ferror(w->stream) || fflush(w->stream);
    /* A write that failed long ago left its mark on the stream, but no errno. */
    int cause = bad && errno == 0 ? EIO : errno;
    if (fclose(w->stream) && !bad) {
        bad = true;
        cause = errno;
    }
    w->stream = NULL;
    if (!bad) return tr_replacement_commit(&w->target, err);
    const int rc = tr_fail(err, TR_EIO, "%s: %s", w->target.path, strerror(cause));
    tr_replacement_abandon(&w->target);
    return rc;
}

int tr_file_store(const char *path, const char *bytes, size_t len, tr_error *err)
{
    tr_file_writer w;

    int rc = tr_file_create(&w, path, err);
    if (rc < 0) return rc;
    errno = 0;
    if (fwrite(bytes, 1, len, w.stream) == len) return tr_file_commit(&w, err);
    rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno ? errno : EIO));
    tr_file_abandon(&w);
    return rc;
}

void tr_file_abandon(tr_file_writer *w)
{
    if (w->stream) fclose(w->stream);
    w->stream = NULL;
    tr_replacement_abandon(&w->target);
}
