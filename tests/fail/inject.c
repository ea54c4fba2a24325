/*
 * inject.c - faults made to happen: the n-th call of a kind that the program's own code makes
 * fails as the system or the C library would let it fail.
 *
 * The program is linked once more with this file and --wrap for every function below (tests.mk),
 * so that calls from cmd/ and lib/ come here, and those that other libraries make do not; it works
 * under sanitizers, too.
 *
 *   FAULT=KIND:N    the N-th call of the kind fails, from 1; KIND:N+ those after it, too
 *   FAULT_SERVER=1  see inject.h; runs are in the folder $FAULT_FOLDER, with standard input from
 *                   $FAULT_INPUT (through a pipe: $FAULT_PIPE), and standard output and error to
 *                   $FAULT_FOLDER.out and .err
 *   FAULT_NAMED=1   there are no files without a name
 *   FAULT_LOG=FILE  a line for each call: its kind, its number, and a number that stands for the
 *                   chain of callers; a line "hit" for the first that failed, with its callers'
 *                   addresses
 */
#define _GNU_SOURCE
#include "fail/inject.h"

#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <zlib.h>

enum { DEPTH = 12, CHAIN = 5 /* callers, the next ones, that tell one chain from another */ };

static const char *const names[] = {"alloc",  "write", "sync",  "rename", "map",
                                    "thread", "open",  "close", "read",   "theirs"};
enum { N_KINDS = sizeof names / sizeof *names };

extern const char __executable_start, etext;

static atomic_long counts[N_KINDS];
static fault_request fault = {.kind = -1};
static int log_fd = -1;
static __thread bool logging; /* which may allocate */

/* ---- Starting ------------------------------------------------------------------------------ */

int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
int __real_dup(int fd);
int __real_fflush(FILE *stream);
int __real_fcntl(int fd, int what, ...);
ssize_t __real_read(int fd, void *bytes, size_t n);
ssize_t __real_write(int fd, const void *bytes, size_t n);

static void redirect(const char *path, const char *suffix, int flags, int to)
{
    char name[1000];

    snprintf(name, sizeof name, "%s%s", path, suffix);
    const int fd = __real_open(name, flags, 0600);
    if (fd < 0 || dup2(fd, to) < 0) _exit(98);
    __real_close(fd);
}

/* Standard input as a pipe that holds a small file. */
static void pipe_input(const char *path)
{
    char bytes[1 << 12]; /* PIPE_BUF: nobody need read meanwhile */
    int ends[2];

    const int fd = __real_open(path, O_RDONLY);
    const ssize_t n = fd < 0 ? -1 : __real_read(fd, bytes, sizeof bytes);
    if (n < 0 || pipe(ends) < 0 || __real_write(ends[1], bytes, (size_t)n) != n ||
        dup2(ends[0], 0) < 0)
        _exit(98);
    __real_close(fd);
    __real_close(ends[0]);
    __real_close(ends[1]);
}

static void enter_folder(void)
{
    const char *folder = getenv("FAULT_FOLDER");

    __real_close(FAULT_REQUESTS);
    __real_close(FAULT_ANSWERS);
    if (getenv("FAULT_PIPE"))
        pipe_input(getenv("FAULT_INPUT"));
    else
        redirect(getenv("FAULT_INPUT"), "", O_RDONLY, 0);
    redirect(folder, ".out", O_WRONLY | O_CREAT | O_TRUNC, 1);
    redirect(folder, ".err", O_WRONLY | O_CREAT | O_TRUNC, 2);
    if (chdir(folder) < 0) _exit(98);
}

/* Returns in the processes that are to run main(). */
static void serve(void)
{
    while (__real_read(FAULT_REQUESTS, &fault, sizeof fault) == sizeof fault) {
        int pid = fork(), status;
        if (pid == 0) {
            enter_folder();
            return;
        }
        if (pid < 0 || __real_write(FAULT_ANSWERS, &pid, sizeof pid) != sizeof pid) break;
        if (waitpid(pid, &status, 0) != pid) break;
        if (__real_write(FAULT_ANSWERS, &status, sizeof status) != sizeof status) break;
    }
    _exit(0);
}

static void read_environment(void)
{
    const char *text = getenv("FAULT");

    for (int k = 0; text && k < N_KINDS; k++) {
        const size_t n = strlen(names[k]);
        char *end;
        if (strncmp(text, names[k], n) != 0 || text[n] != ':') continue;
        fault.n = strtol(text + n + 1, &end, 10);
        fault.and_all_after = *end == '+';
        fault.kind = k;
    }
}

__attribute__((constructor)) static void start(void)
{
    const char *log = getenv("FAULT_LOG");

    if (getenv("FAULT_SERVER"))
        serve();
    else
        read_environment();
    for (int k = 0; k < N_KINDS; k++)
        counts[k] = 0;
    if (log) log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* The callers in the program itself, the next first, by how far they are from its start. */
static int callers(uintptr_t *address)
{
    void *frame[DEPTH];
    const int n = backtrace(frame, DEPTH);
    int kept = 0;

    for (int i = 2; i < n; i++) { /* callers() and log_call() are not of interest */
        const char *at = frame[i];
        if (at >= &__executable_start && at < &etext)
            address[kept++] = (uintptr_t)(at - &__executable_start);
    }
    return kept;
}

static void log_call(int kind, long n, bool hit)
{
    uintptr_t address[DEPTH];
    uint32_t hash = 2166136261u;
    char line[400];

    const int n_callers = callers(address);
    for (int i = 1; i < n_callers && i <= CHAIN; i++) /* from who called the wrapper */
        hash = (hash ^ (uint32_t)address[i]) * 16777619u;
    int len = snprintf(line, sizeof line, "%s%s %ld %08x", hit ? "hit " : "", names[kind], n, hash);
    for (int i = 1; hit && i < n_callers && len < (int)sizeof line - 20; i++)
        len += snprintf(line + len, sizeof line - (size_t)len, " %#lx", (long)address[i]);
    line[len++] = '\n';
    syscall(SYS_write, log_fd, line, (size_t)len);
}

__attribute__((noinline)) bool fault_unless(int kind, bool (*is_excused)(void))
{
    if (logging) return false;
    const int saved = errno;
    const long n = atomic_fetch_add(&counts[kind], 1) + 1;
    bool hit = kind == fault.kind && (n == fault.n || (fault.and_all_after && n > fault.n));

    logging = true;
    if (hit || (fault.kind < 0 && log_fd >= 0)) {
        const bool excused = is_excused && is_excused();
        hit = hit && !excused;
        if (!excused && log_fd >= 0 && (fault.kind < 0 || n == fault.n)) log_call(kind, n, hit);
    }
    logging = false;
    errno = saved;
    return hit;
}

bool fault_now(int kind)
{
    return fault_unless(kind, NULL);
}

static bool fails(int kind, int cause)
{
    if (!fault_now(kind)) return false;
    errno = cause;
    return true;
}

#define WRAP(type, name, parameters)                                                               \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters

/* ---- Memory -------------------------------------------------------------------------------- */

WRAP(void *, malloc, (size_t n))
{
    return fails(FAULT_ALLOC, ENOMEM) ? NULL : __real_malloc(n);
}

WRAP(void *, calloc, (size_t n, size_t size))
{
    return fails(FAULT_ALLOC, ENOMEM) ? NULL : __real_calloc(n, size);
}

WRAP(void *, realloc, (void *p, size_t n))
{
    return fails(FAULT_ALLOC, ENOMEM) ? NULL : __real_realloc(p, n);
}

WRAP(int, posix_memalign, (void **p, size_t align, size_t n))
{
    return fault_now(FAULT_ALLOC) ? ENOMEM : __real_posix_memalign(p, align, n);
}

WRAP(char *, strdup, (const char *s))
{
    return fails(FAULT_ALLOC, ENOMEM) ? NULL : __real_strdup(s);
}

WRAP(char *, realpath, (const char *path, char *resolved))
{
    return fails(FAULT_ALLOC, ENOMEM) ? NULL : __real_realpath(path, resolved);
}

WRAP(FILE *, fdopen, (int fd, const char *mode))
{
    return fails(FAULT_ALLOC, ENOMEM) ? NULL : __real_fdopen(fd, mode);
}

WRAP(int, inflateInit2_, (z_streamp z, int bits, const char *version, int size))
{
    return fault_now(FAULT_ALLOC) ? Z_MEM_ERROR : __real_inflateInit2_(z, bits, version, size);
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* The stream's bytes go to a full device: its error is the C library's own. A stream that has
 * failed fails again, without a new attempt for each of a hundred thousand small writes. */
static void fail_stream(FILE *stream)
{
    if (ferror(stream)) {
        errno = ENOSPC;
        return;
    }
    const int fd = fileno(stream), kept = __real_dup(fd), full = __real_open("/dev/full", O_WRONLY);

    dup2(full, fd);
    putc('x', stream); /* so that there is something to write */
    __real_fflush(stream);
    const int cause = errno;
    dup2(kept, fd);
    __real_close(kept);
    __real_close(full);
    errno = cause;
}

/* Messages have to get out. */
static bool stream_fails(FILE *stream)
{
    if (stream == stderr || !fault_now(FAULT_WRITE)) return false;
    fail_stream(stream);
    return true;
}

WRAP(size_t, fwrite, (const void *p, size_t size, size_t n, FILE *stream))
{
    return stream_fails(stream) ? 0 : __real_fwrite(p, size, n, stream);
}

WRAP(int, fputs, (const char *s, FILE *stream))
{
    return stream_fails(stream) ? EOF : __real_fputs(s, stream);
}

WRAP(int, fputc, (int c, FILE *stream))
{
    return stream_fails(stream) ? EOF : __real_fputc(c, stream);
}

int __wrap_fprintf(FILE *stream, const char *format, ...);
int __wrap_fprintf(FILE *stream, const char *format, ...)
{
    if (stream_fails(stream)) return -1;
    va_list ap;
    va_start(ap, format);
    const int n = vfprintf(stream, format, ap);
    va_end(ap);
    return n;
}

/* What fprintf() is called where the compiler fortifies. */
int __wrap___fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __wrap___fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    (void)flag;
    if (stream_fails(stream)) return -1;
    va_list ap;
    va_start(ap, format);
    const int n = vfprintf(stream, format, ap);
    va_end(ap);
    return n;
}

WRAP(int, fflush, (FILE * stream))
{
    return stream_fails(stream) ? EOF : __real_fflush(stream);
}

WRAP(int, fsync, (int fd))
{
    return fails(FAULT_SYNC, EIO) ? -1 : __real_fsync(fd);
}

/* A descriptor's own write; one of a message gets out. */
WRAP(ssize_t, write, (int fd, const void *bytes, size_t n))
{
    return fd != STDERR_FILENO && fails(FAULT_WRITE, ENOSPC) ? -1 : __real_write(fd, bytes, n);
}

WRAP(int, ftruncate, (int fd, off_t n))
{
    return fails(FAULT_WRITE, EIO) ? -1 : __real_ftruncate(fd, n);
}

WRAP(int, posix_fallocate, (int fd, off_t at, off_t n))
{
    return fault_now(FAULT_WRITE) ? ENOSPC : __real_posix_fallocate(fd, at, n);
}

/* ---- Names --------------------------------------------------------------------------------- */

WRAP(int, rename, (const char *from, const char *to))
{
    return fails(FAULT_RENAME, EACCES) ? -1 : __real_rename(from, to);
}

WRAP(int, linkat, (int from_folder, const char *from, int folder, const char *to, int flags))
{
    return fails(FAULT_RENAME, EACCES) ? -1 : __real_linkat(from_folder, from, folder, to, flags);
}

WRAP(int, symlink, (const char *to, const char *path))
{
    return fails(FAULT_RENAME, EACCES) ? -1 : __real_symlink(to, path);
}

WRAP(int, mkdir, (const char *path, mode_t mode))
{
    return fails(FAULT_RENAME, EACCES) ? -1 : __real_mkdir(path, mode);
}

WRAP(char *, mkdtemp, (char *path))
{
    return fails(FAULT_RENAME, EACCES) ? NULL : __real_mkdtemp(path);
}

WRAP(int, fchmod, (int fd, mode_t mode))
{
    return fails(FAULT_RENAME, EPERM) ? -1 : __real_fchmod(fd, mode);
}

/* ---- Files --------------------------------------------------------------------------------- */

int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    mode_t mode = 0;
    va_list ap;

    if ((flags & O_TMPFILE) == O_TMPFILE && getenv("FAULT_NAMED")) {
        errno = EOPNOTSUPP;
        return -1;
    }
    if (fails(FAULT_OPEN, EMFILE)) return -1;
    va_start(ap, flags);
    if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) mode = va_arg(ap, mode_t);
    va_end(ap);
    return __real_open(path, flags, mode);
}

/* What open() is called where the compiler fortifies, and cannot see the flags. */
WRAP(int, __open_2, (const char *path, int flags))
{
    return fails(FAULT_OPEN, EMFILE) ? -1 : __real___open_2(path, flags);
}

WRAP(FILE *, fopen, (const char *path, const char *mode))
{
    return fails(FAULT_OPEN, EMFILE) ? NULL : __real_fopen(path, mode);
}

WRAP(int, mkstemp, (char *path))
{
    return fails(FAULT_OPEN, EMFILE) ? -1 : __real_mkstemp(path);
}

WRAP(DIR *, opendir, (const char *path))
{
    return fails(FAULT_OPEN, EMFILE) ? NULL : __real_opendir(path);
}

int __wrap_fcntl(int fd, int what, ...);
int __wrap_fcntl(int fd, int what, ...)
{
    va_list ap;

    if (what == F_DUPFD_CLOEXEC && fails(FAULT_OPEN, EMFILE)) return -1;
    va_start(ap, what);
    void *const argument = va_arg(ap, void *);
    va_end(ap);
    return __real_fcntl(fd, what, argument);
}

WRAP(int, dup, (int fd))
{
    return fails(FAULT_OPEN, EMFILE) ? -1 : __real_dup(fd);
}

/* A descriptor is free again after close() failed. */
WRAP(int, close, (int fd))
{
    const int rc = __real_close(fd);
    return fails(FAULT_CLOSE, EIO) ? -1 : rc;
}

WRAP(int, fclose, (FILE * stream))
{
    const int rc = __real_fclose(stream);
    return fails(FAULT_CLOSE, EIO) ? EOF : rc;
}

WRAP(int, closedir, (DIR * dir))
{
    const int rc = __real_closedir(dir);
    return fails(FAULT_CLOSE, EIO) ? -1 : rc;
}

WRAP(int, munmap, (void *p, size_t n))
{
    const int rc = __real_munmap(p, n);
    return fails(FAULT_CLOSE, EINVAL) ? -1 : rc;
}

WRAP(ssize_t, read, (int fd, void *bytes, size_t n))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_read(fd, bytes, n);
}

/* Puts a folder, which cannot be read, in the place of an open file; that one's new number. */
static int put_folder(int fd)
{
    const int kept = __real_dup(fd), folder = __real_open("/", O_RDONLY);

    dup2(folder, fd);
    __real_close(folder);
    return kept;
}

static void put_back(int kept, int fd)
{
    dup2(kept, fd);
    __real_close(kept);
    errno = EIO;
}

/* The stream's bytes come from a folder: its error is the C library's own, and ferror() knows. */
WRAP(size_t, fread, (void *p, size_t size, size_t n, FILE *stream))
{
    if (!fault_now(FAULT_READ)) return __real_fread(p, size, n, stream);
    const int kept = put_folder(fileno(stream));
    const size_t got = __real_fread(p, size, n, stream);
    put_back(kept, fileno(stream));
    return got;
}

WRAP(char *, fgets, (char *line, int size, FILE *stream))
{
    if (!fault_now(FAULT_READ)) return __real_fgets(line, size, stream);
    const int kept = put_folder(fileno(stream));
    char *const got = __real_fgets(line, size, stream);
    put_back(kept, fileno(stream));
    return got;
}

WRAP(int, fseek, (FILE * stream, long offset, int whence))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_fseek(stream, offset, whence);
}

WRAP(int, fstat, (int fd, struct stat *st))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_fstat(fd, st);
}

WRAP(int, lstat, (const char *path, struct stat *st))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_lstat(path, st);
}

WRAP(ssize_t, pread, (int fd, void *bytes, size_t n, off_t at))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_pread(fd, bytes, n, at);
}

WRAP(int, stat, (const char *path, struct stat *st))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_stat(path, st);
}

WRAP(int, access, (const char *path, int mode))
{
    return fails(FAULT_READ, EIO) ? -1 : __real_access(path, mode);
}

WRAP(struct dirent *, readdir, (DIR * dir))
{
    return fails(FAULT_READ, EIO) ? NULL : __real_readdir(dir);
}

WRAP(void *, mmap, (void *at, size_t n, int protection, int flags, int fd, off_t offset))
{
    return fails(FAULT_MAP, ENOMEM) ? MAP_FAILED
                                    : __real_mmap(at, n, protection, flags, fd, offset);
}

/* ---- Threads ------------------------------------------------------------------------------- */

WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg))
{
    return fault_now(FAULT_THREAD) ? EAGAIN : __real_pthread_create(thread, attributes, run, arg);
}
