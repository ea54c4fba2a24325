/*
 * inject_database.c - calls of the system that a database makes for its file, and fail: see
 * inject.c.  The program's own functions go before the C library's for what it loads later, too:
 * tests.mk exports them.
 */
#define _GNU_SOURCE
#include "fail/inject.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern const char __executable_start, etext;

/* Calls of the program itself have been through inject.c. */
static bool fails(const void *caller, int kind, int cause)
{
    const char *at = caller;

    if ((at >= &__executable_start && at < &etext) || !fault_now(kind)) return false;
    errno = cause;
    return true;
}

ssize_t pread64(int fd, void *bytes, size_t n, off_t at);
ssize_t pread64(int fd, void *bytes, size_t n, off_t at)
{
    if (fails(__builtin_return_address(0), FAULT_READ, EIO)) return -1;
    return syscall(SYS_pread64, fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at);
ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
{
    if (fails(__builtin_return_address(0), FAULT_WRITE, ENOSPC)) return -1;
    return syscall(SYS_pwrite64, fd, bytes, n, at);
}

int fdatasync(int fd)
{
    if (fails(__builtin_return_address(0), FAULT_SYNC, EIO)) return -1;
    return (int)syscall(SYS_fdatasync, fd);
}

int ftruncate64(int fd, off_t n);
int ftruncate64(int fd, off_t n)
{
    if (fails(__builtin_return_address(0), FAULT_WRITE, EIO)) return -1;
    return (int)syscall(SYS_ftruncate, fd, n);
}
