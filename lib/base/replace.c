#define _GNU_SOURCE /* O_TMPFILE, of Linux */
#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "base/buf.h"

/* ---- Creating ---- */

int tr_replacement_stem(const char *path)
{
    enum { MOST = 100 };
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    size_t n = strlen(name);

    if (n > MOST)
        for (n = MOST; n > 0 && ((unsigned char)name[n] & 0xC0) == 0x80;)
            n--; /* whole characters */
    return (int)((size_t)(name - path) + n);
}

/* Calls `make` with names that begin with the stem until one is free; -1 with errno.  It allocates
 * nothing: a file that is complete gets its name when memory has run out, too. */
static int find_name(tr_replacement *r, int (*make)(const tr_replacement *r, mode_t mode),
                     mode_t mode)
{
    enum { TRIES = 100 };
    int result = -1;

    errno = EEXIST;
    for (int i = 0; i < TRIES && result < 0 && errno == EEXIST; i++) {
        snprintf(r->temporary + r->stem, TR_REPLACEMENT_END, ".%ld-%d.part", (long)getpid(), i);
        result = make(r, mode);
    }
    r->is_named = result >= 0;
    return result;
}

static int create_named(const tr_replacement *r, mode_t mode)
{
    return open(r->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

void tr_replacement_unfinished_path(const tr_replacement *r, tr_buf *path)
{
    if (r->is_named)
        tr_buf_add_string(path, r->temporary);
    else
        tr_buf_printf(path, "/proc/self/fd/%d", r->fd);
}

#ifdef O_TMPFILE
/* A file without a name goes with the program, however that ends. */
static int create_nameless(const tr_replacement *r, mode_t mode)
{
    char *const slash = strrchr(r->temporary, '/');

    if (access("/proc/self/fd", X_OK) < 0) return -1; /* its name is given to it that way */
    if (!slash) return open(".", O_RDWR | O_TMPFILE | O_CLOEXEC, mode);
    const char first = slash[1];
    slash[1] = '\0'; /* the folder is left */
    const int fd = open(r->temporary, O_RDWR | O_TMPFILE | O_CLOEXEC, mode);
    slash[1] = first;
    return fd;
}

static int link_to_name(const tr_replacement *r, mode_t mode)
{
    char path[40];

    (void)mode;
    snprintf(path, sizeof path, "/proc/self/fd/%d", r->fd);
    return linkat(AT_FDCWD, path, AT_FDCWD, r->temporary, AT_SYMLINK_FOLLOW);
}
#else
static int create_nameless(const tr_replacement *r, mode_t mode)
{
    (void)r;
    (void)mode;
    return -1;
}

static int link_to_name(const tr_replacement *r, mode_t mode)
{
    (void)r;
    (void)mode;
    errno = ENOSYS;
    return -1;
}
#endif

/* Makes r->fd, of a file beside `path`; false with errno.  The name begins with a dot: patterns of
 * shells and programs that read a whole folder leave it out. */
static bool create(tr_replacement *r, const char *path, mode_t mode)
{
    const char *const slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash + 1 - path) : 0;
    const size_t stem = (size_t)tr_replacement_stem(path) + 1;

    free(r->temporary);
    r->stem = stem;
    r->temporary = malloc(stem + TR_REPLACEMENT_END);
    if (!r->temporary) return false;
    snprintf(r->temporary, stem + 1, "%.*s.%s", folder, path, path + folder);
    r->fd = create_nameless(r, mode);
    if (r->fd < 0) r->fd = find_name(r, create_named, mode);
    return r->fd >= 0;
}

/* In the folder for temporary files. */
static bool create_elsewhere(tr_replacement *r)
{
    const char *const folder = getenv("TMPDIR"), *const slash = strrchr(r->path, '/');
    tr_buf path = {0};

    tr_buf_printf(&path, "%s/%s", folder && *folder ? folder : "/tmp", slash ? slash + 1 : r->path);
    const bool created = !path.failed && create(r, path.data, S_IRUSR | S_IWUSR);
    tr_buf_free(&path);
    return created;
}

static bool is_refusal(int cause)
{
    return cause == EACCES || cause == EPERM || cause == EROFS;
}

int tr_replacement_open(tr_replacement *r, const char *path, tr_replace_how how)
{
    struct stat st;

    *r = (tr_replacement){.path = strdup(path), .how = how, .fd = -1};
    const bool is_new = stat(path, &st) < 0;
    const bool may_be = r->path && (!is_new || errno == ENOENT); /* a name can be too long */
    bool created = may_be && create(r, path, is_new ? 0666 : S_IRUSR | S_IWUSR);
    if (may_be && !created && !is_new && how == TR_REPLACE_KEEPING_FILE && is_refusal(errno))
        created = create_elsewhere(r);
    const int fd = created ? fcntl(r->fd, F_DUPFD_CLOEXEC, 0) : -1;
    const int cause = errno;
    if (fd < 0) tr_replacement_abandon(r);
    errno = cause;
    return fd;
}

/* ---- What an earlier file has beside its bytes ---- */

/* Gives the file the owner and the group of `old`. */
static bool take_owner(int fd, const struct stat *old)
{
    struct stat now;

    if (fstat(fd, &now) < 0) return false;
    if (now.st_uid == old->st_uid && now.st_gid == old->st_gid) return true;
    return !fchown(fd, old->st_uid, old->st_gid);
}

/* The group has no rights that all others lack if it is not the group of `old`. */
static mode_t rights_of(int fd, const struct stat *old)
{
    const mode_t rights = old->st_mode & 01777; /* no other program runs as its owner */
    struct stat now;

    if (!fstat(fd, &now) && now.st_uid == old->st_uid && now.st_gid == old->st_gid) return rights;
    return (rights & 0707) | (rights & (rights & 07) << 3);
}

#ifdef __linux__
/* Access control lists are extended attributes, too. */
enum { MOST_NAMES = 65536, MOST_VALUE = 65536 }; /* the kernel's limits */

typedef struct attributes {
    char *names; /* each with a NUL behind it */
    ssize_t n;   /* bytes of names; < 0: unknown */
    char *old, *now;
} attributes;

/* Where `path` is NULL, the open file is meant. */
static ssize_t list_names(const char *path, int fd, char *names)
{
    const ssize_t n = path ? listxattr(path, names, MOST_NAMES) : flistxattr(fd, names, MOST_NAMES);
    return n < 0 && errno == ENOTSUP ? 0 : n;
}

/* True also where they are not told. */
static bool has_names(const char *path, int fd)
{
    const ssize_t n = path ? listxattr(path, NULL, 0) : flistxattr(fd, NULL, 0);
    return n > 0 || (n < 0 && errno != ENOTSUP);
}

static bool take_value(const attributes *a, const char *name, const char *path, int fd)
{
    if (!strcmp(name, "security.capability")) return true; /* what is written takes it away */
    const ssize_t n = getxattr(path, name, a->old, MOST_VALUE);
    if (n < 0) return false;
    if (fgetxattr(fd, name, a->now, MOST_VALUE) == n && !memcmp(a->old, a->now, (size_t)n))
        return true;
    return !fsetxattr(fd, name, a->old, (size_t)n, 0);
}

static bool take_values(attributes *a, const char *path, int fd)
{
    a->n = list_names(path, -1, a->names);
    bool good = a->n >= 0;
    for (ssize_t i = 0; i < a->n; i += (ssize_t)strlen(a->names + i) + 1)
        good = take_value(a, a->names + i, path, fd) && good;
    return good;
}

/* Removes attributes that the earlier file lacks: a folder can give them to a new file. */
static bool drop_others(attributes *a, const char *path, int fd)
{
    a->n = list_names(NULL, fd, a->names);
    bool good = a->n >= 0;
    for (ssize_t i = 0; i < a->n; i += (ssize_t)strlen(a->names + i) + 1)
        if (getxattr(path, a->names + i, NULL, 0) < 0)
            good = !fremovexattr(fd, a->names + i) && good;
    return good;
}

static bool take_extended(const char *path, int fd)
{
    if (!has_names(path, -1) && !has_names(NULL, fd)) return true;
    attributes a = {
        .names = malloc(MOST_NAMES), .old = malloc(MOST_VALUE), .now = malloc(MOST_VALUE)};

    bool good = a.names && a.old && a.now;
    if (good) {
        good = take_values(&a, path, fd);
        good = drop_others(&a, path, fd) && good;
    }
    free(a.names);
    free(a.old);
    free(a.now);
    return good;
}
#else
static bool take_extended(const char *path, int fd)
{
    (void)path;
    (void)fd;
    return true;
}
#endif

/* True if nothing of the earlier file is lost when the new one gets its name. */
static bool take_attributes(const tr_replacement *r, const struct stat *old)
{
    bool good = old->st_nlink == 1;

    good = take_owner(r->fd, old) && good;
    good = take_extended(r->path, r->fd) && good;
    return !fchmod(r->fd, rights_of(r->fd, old)) && good;
}

/* ---- The last step ---- */

static int write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno != EINTR) return -1;
        if (written > 0) bytes += written;
        if (written > 0) n -= (size_t)written;
    }
    return 0;
}

/* Makes the file as long as it is to be, with zeros at its end, if it is shorter.  No system takes
 * room by a call that all file systems know; a system that lacks one writes zeros. */
static int take_room(int fd, off_t size, off_t wanted)
{
    static const char zeros[1 << 13];

#ifdef __linux__
    if (wanted <= size || !fallocate(fd, 0, 0, wanted)) return 0;
    if (errno != EOPNOTSUPP && errno != ENOSYS) return -1;
#endif
    if (wanted > size && lseek(fd, size, SEEK_SET) < 0) return -1;
    for (; size < wanted; size += (off_t)sizeof zeros) {
        const off_t left = wanted - size;
        if (write_all(fd, zeros, left < (off_t)sizeof zeros ? (size_t)left : sizeof zeros) < 0)
            return -1;
    }
    return wanted > 0 && fsync(fd) < 0 ? -1 : 0;
}

/* Room is taken first: a disk that is full is no reason to lose the earlier bytes. */
static int copy_bytes(int from, int to)
{
    char bytes[1 << 13];
    off_t done = 0;
    struct stat st, old;

    if (fstat(from, &st) < 0 || fstat(to, &old) < 0) return -1;
    if (take_room(to, old.st_size, st.st_size) < 0) {
        const int cause = errno;
        const bool is_back = !ftruncate(to, old.st_size);
        if (is_back) errno = cause;
        return -1;
    }
    if (lseek(to, 0, SEEK_SET) < 0) return -1;
    while (done < st.st_size) {
        const ssize_t n = pread(from, bytes, sizeof bytes, done);
        if (n == 0) errno = EIO;
        if (n == 0 || (n < 0 && errno != EINTR)) return -1;
        if (n > 0 && write_all(to, bytes, (size_t)n) < 0) return -1;
        if (n > 0) done += n;
    }
    return ftruncate(to, st.st_size) < 0 || fsync(to) < 0 ? -1 : 0;
}

/* Puts the bytes in the place of the earlier file's; -1 with errno. */
static int copy_into_earlier(const tr_replacement *r, const struct stat *old)
{
    struct stat st;

    const int fd = open(r->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return -1;
    int rc = fstat(fd, &st);
    if (!rc && (st.st_dev != old->st_dev || st.st_ino != old->st_ino)) {
        errno = EBUSY; /* another program put it there just now */
        rc = -1;
    }
    if (!rc) rc = copy_bytes(r->fd, fd);
    const int cause = errno;
    if (close(fd) < 0 && !rc) return -1;
    errno = cause;
    return rc;
}

static bool copy_rights(int from, int to)
{
    struct stat st;
    return !fstat(from, &st) && !fchmod(to, st.st_mode & 0777);
}

/* The file gets a name beside its final one, or else a copy does; false with errno. */
static bool name_file(tr_replacement *r)
{
    if (r->is_named || !find_name(r, link_to_name, 0)) return true;
    const int fd = find_name(r, create_named, S_IRUSR | S_IWUSR);
    if (fd < 0) return false;
    if (copy_bytes(r->fd, fd) < 0 || !copy_rights(r->fd, fd)) {
        unlink(r->temporary);
        close(fd);
        return false;
    }
    close(r->fd);
    r->fd = fd;
    return true;
}

/* 0, or -1 with errno: the file still has its temporary name. */
static int give_name(const tr_replacement *r)
{
    struct stat old;
    const bool there = !lstat(r->path, &old);
    if (!there && errno != ENOENT) return -1;
    const bool is_new = !there || !S_ISREG(old.st_mode);
    const bool keeps_all = is_new || take_attributes(r, &old);
    const bool may_copy = !is_new && r->how == TR_REPLACE_KEEPING_FILE;

    if ((keeps_all || !may_copy) && !rename(r->temporary, r->path)) return 0;
    if (!may_copy || copy_into_earlier(r, &old) < 0) return -1;
    unlink(r->temporary);
    return 0;
}

static void forget(tr_replacement *r)
{
    if (r->fd >= 0) close(r->fd);
    free(r->path);
    free(r->temporary);
    *r = (tr_replacement){.fd = -1};
}

/* The file is lost: the disk failed. */
static int fail_lost(const tr_replacement *r, int cause, tr_error *err)
{
    if (r->is_named) unlink(r->temporary);
    return tr_fail(err, TR_EIO, "%s: %s", r->path, strerror(cause));
}

static int fail_kept(const tr_replacement *r, int cause, tr_error *err)
{
    return tr_fail(err, TR_EIO, "%s: %s; all that was written is in %s", r->path, strerror(cause),
                   r->temporary);
}

int tr_replacement_commit(tr_replacement *r, tr_error *err)
{
    int rc = 0;

    if (fsync(r->fd) < 0 || !name_file(r))
        rc = fail_lost(r, errno, err);
    else if (give_name(r) < 0)
        rc = err ? fail_kept(r, errno, err) : fail_lost(r, errno, NULL);
    forget(r);
    return rc;
}

void tr_replacement_abandon(tr_replacement *r)
{
    if (!r->path) return;
    if (r->fd >= 0 && r->is_named) unlink(r->temporary);
    forget(r);
}
