#define _GNU_SOURCE
#include "sandbox/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct call {
    long number;
    const char *name;
    int path, flags; /* arguments that hold a path and its flags, from 0; -1: none */
    bool to_write;
} call;

#define PLAIN(name)                                                                                \
    {                                                                                              \
        SYS_##name, #name, -1, -1, false                                                           \
    }
#define NAMES(name, path, flags, to_write)                                                         \
    {                                                                                              \
        SYS_##name, #name, path, flags, to_write                                                   \
    }

/* What translate(1) says under SECURITY that a sandbox has to allow. */
static const call plain[] = {
    PLAIN(brk),
    PLAIN(clone),
    PLAIN(clone3),
    PLAIN(close),
    PLAIN(exit),
    PLAIN(exit_group),
    PLAIN(fcntl),
    PLAIN(fstat),
    PLAIN(futex),
    PLAIN(getdents64),
    PLAIN(getpid),
    PLAIN(getrandom),
    PLAIN(getrusage),
    PLAIN(gettid),
    PLAIN(ioctl),
    PLAIN(lseek),
    PLAIN(madvise),
    PLAIN(mmap),
    PLAIN(mprotect),
    PLAIN(mremap),
    PLAIN(munmap),
    PLAIN(prlimit64),
    PLAIN(pread64),
    PLAIN(pwrite64),
    PLAIN(read),
    PLAIN(rseq),
    PLAIN(rt_sigaction),
    PLAIN(rt_sigprocmask),
    PLAIN(rt_sigreturn),
    PLAIN(sched_yield),
    PLAIN(set_robust_list),
    PLAIN(set_tid_address),
    PLAIN(sysinfo),
    PLAIN(write),
    PLAIN(writev),
    PLAIN(fsync),
    PLAIN(fdatasync),
    PLAIN(ftruncate),
    PLAIN(flock), /* of what --resume keeps, once the work has taken a while */
    PLAIN(fallocate),
    PLAIN(flistxattr),
    PLAIN(fgetxattr),
    PLAIN(fsetxattr),
    PLAIN(fremovexattr),
    PLAIN(fchmod),
    PLAIN(fchown),
    PLAIN(geteuid),
    PLAIN(getcwd),
    PLAIN(clock_nanosleep),
    PLAIN(sigaltstack),
    PLAIN(sched_getaffinity),
    PLAIN(sched_setaffinity),
    PLAIN(tgkill),
#ifdef SYS_arch_prctl
    PLAIN(arch_prctl),
#endif
};
static const call files[] = {
    NAMES(openat, 1, 2, false),      NAMES(newfstatat, 1, -1, false),
    NAMES(faccessat, 1, -1, false),  NAMES(faccessat2, 1, -1, false),
    NAMES(readlinkat, 1, -1, false), NAMES(unlinkat, 1, -1, true),
    NAMES(renameat, 1, -1, true),    NAMES(renameat2, 1, -1, true),
    NAMES(statx, 1, -1, false),      NAMES(mkdirat, 1, -1, true),
    NAMES(linkat, 3, -1, true),      NAMES(listxattr, 0, -1, false),
    NAMES(getxattr, 0, -1, false),   NAMES(fchmodat, 1, -1, true),
    NAMES(symlinkat, 2, -1, true),   NAMES(utimensat, 1, -1, true),
#ifdef SYS_open
    NAMES(open, 0, 1, false),        NAMES(stat, 0, -1, false),
    NAMES(lstat, 0, -1, false),      NAMES(access, 0, -1, false),
    NAMES(readlink, 0, -1, false),   NAMES(unlink, 0, -1, true),
    NAMES(rename, 0, -1, true),      NAMES(mkdir, 0, -1, true),
    NAMES(chmod, 0, -1, true),       NAMES(symlink, 1, -1, true),
#endif
};
enum { N_PLAIN = sizeof plain / sizeof *plain, N_FILES = sizeof files / sizeof *files };

const char *supervise_call_name(size_t i, bool of_files)
{
    if (of_files) return i < N_FILES ? files[i].name : NULL;
    return i < N_PLAIN ? plain[i].name : NULL;
}

/* ---- The program ---- */

/* Calls of `plain` pass, all others ask; the descriptor to answer by, or -1. */
static int install_filter(void)
{
    struct sock_filter code[N_PLAIN + 3];
    size_t n = 0;

    code[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < N_PLAIN; i++)
        code[n++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)plain[i].number, (unsigned char)(N_PLAIN - i), 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {.len = (unsigned short)n, .filter = code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}

static void run_program(const char *const *args, const char *out, void (*confine)(void), int to)
{
    const int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600), in = open("/dev/null", O_RDONLY);

    if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 || in < 0 || dup2(in, 0) < 0) _exit(97);
    close(fd);
    close(in);
    if (confine) confine();
    const int listener = install_filter();
    if (write(to, &listener, sizeof listener) < 0) _exit(97);
    if (listener >= 0) execv(args[0], (char *const *)args);
    _exit(98);
}

/* ---- The supervisor ---- */

static const call *find_call(long number)
{
    for (size_t i = 0; i < N_FILES; i++)
        if (files[i].number == number) return &files[i];
    return NULL;
}

static void add_file(supervised *s, pid_t pid, uint64_t address, bool to_write)
{
    char name[40], path[4096] = "";

    snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
    const int fd = open(name, O_RDONLY);
    if (fd >= 0 && pread(fd, path, sizeof path - 1, (off_t)address) < 0) *path = '\0';
    if (fd >= 0) close(fd);
    if (!*path || s->n_files == MAX_SEEN) return; /* "": a descriptor */
    s->file[s->n_files++] = (seen_file){strdup(path), to_write};
}

static void refuse(supervised *s, long number, struct seccomp_notif_resp *answer)
{
    const size_t n = strlen(s->refused);

    answer->error = -EPERM;
    snprintf(s->refused + n, sizeof s->refused - n, " %s%ld",
             number == SYS_execve   ? "execve:"
             : number == SYS_socket ? "socket:"
                                    : "",
             number);
}

/* Answers one call; the first execve() is the program's own start. */
static void answer_call(supervised *s, int listener, bool *is_started)
{
    struct seccomp_notif question = {0};

    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) < 0) return;
    struct seccomp_notif_resp answer = {.id = question.id};
    const call *const c = find_call(question.data.nr);
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    if (c) {
        const int flags = c->flags >= 0 ? (int)question.data.args[c->flags] : 0;
        add_file(s, (pid_t)question.pid, question.data.args[c->path],
                 c->to_write || (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT);
    } else if (question.data.nr == SYS_execve && !*is_started) {
        *is_started = true;
    } else {
        answer.flags = 0;
        refuse(s, question.data.nr, &answer);
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* The program's own descriptor, taken over. */
static int take_listener(pid_t pid, int from)
{
    int theirs = -1;

    if (read(from, &theirs, sizeof theirs) != sizeof theirs || theirs < 0) return -1;
    const int process = (int)syscall(SYS_pidfd_open, pid, 0);
    const int fd = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, theirs, 0);
    if (process >= 0) close(process);
    return fd;
}

void supervise(supervised *s, const char *const *args, const char *out, void (*confine)(void))
{
    int ends[2];
    bool is_started = false;

    *s = (supervised){0};
    if (pipe2(ends, O_CLOEXEC) < 0) abort();
    const pid_t pid = fork();
    if (pid < 0) abort();
    if (pid == 0) run_program(args, out, confine, ends[1]);
    close(ends[1]);
    struct pollfd asked = {.fd = take_listener(pid, ends[0]), .events = POLLIN};
    close(ends[0]);
    s->not_supported = asked.fd < 0;
    if (asked.fd < 0) kill(pid, 9);
    while (asked.fd >= 0 && poll(&asked, 1, -1) > 0 && asked.revents & POLLIN)
        answer_call(s, asked.fd, &is_started);
    if (asked.fd >= 0) close(asked.fd);
    waitpid(pid, &s->status, 0);
}

void supervised_free(supervised *s)
{
    for (size_t i = 0; i < s->n_files; i++)
        free(s->file[i].path);
}
