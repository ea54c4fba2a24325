/*
 * truncated_file.c - the handler of SIGBUS.
 *
 * No check can come before the read: the file may be cut between the two.  The handler calls only
 * what POSIX allows in one.
 */
#define _GNU_SOURCE /* BUS_ADRERR, MAP_ANONYMOUS */
#include "console/truncated_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "console/message.h"
#include "console/unfinished.h"

enum { MOST_NAME = 512, MOST_GUARDS = 4096 };

/* ---- The name of a mapping ---- */

/* A line of /proc/self/maps as far as it was read: 1000-2000 r--s 00000000 fe:01 42 /a/name */
typedef struct mapping {
    uintptr_t begin, end;
    int field; /* 0: begin, 1: end, 2: the others */
    char name[MOST_NAME];
    size_t n; /* bytes of name, with the NUL behind them */
} mapping;

static unsigned digit_of(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

static void read_char(mapping *m, char c)
{
    if (m->field == 0 && c != '-')
        m->begin = m->begin * 16 + digit_of(c);
    else if (m->field == 1 && c != ' ')
        m->end = m->end * 16 + digit_of(c);
    else if (m->field < 2)
        m->field++;
    else if ((c == '/' || m->n > 0) && m->n < MOST_NAME - 1)
        m->name[m->n++] = c < ' ' || c > '~' ? '?' : c;
}

/* Leaves the line of the mapping that holds the address in *m; false if there is none. */
static bool find_mapping(int fd, uintptr_t address, mapping *m)
{
    char bytes[1024];

    memset(m, 0, sizeof *m);
    for (ssize_t n; (n = read(fd, bytes, sizeof bytes)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            const bool found = bytes[i] == '\n' && m->begin <= address && address < m->end;
            if (found) return m->n > 0;
            if (bytes[i] == '\n')
                memset(m, 0, sizeof *m);
            else
                read_char(m, bytes[i]);
        }
    }
    return false;
}

/* ---- Files that are missed by nobody ---- */

/* A guard is taken while `begin` is not 0. */
typedef struct guard {
    atomic_uintptr_t begin, end;
    atomic_bool damaged;
} guard;

static guard guards[MOST_GUARDS];

int truncated_file_guard(const void *bytes, size_t size)
{
    const uintptr_t begin = (uintptr_t)bytes;

    for (int i = 0; i < MOST_GUARDS; i++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong(&guards[i].begin, &none, begin)) continue;
        guards[i].damaged = false;
        guards[i].end = begin + size;
        return i;
    }
    return -1;
}

bool truncated_file_is_damaged(int number)
{
    return number >= 0 && guards[number].damaged;
}

void truncated_file_release(int number)
{
    if (number < 0) return;
    guards[number].end = 0;
    guards[number].begin = 0;
}

/* From the page of the address on, all bytes of its guard are zeros; false: nobody guards it. */
static bool fill_with_zeros(uintptr_t address)
{
    const uintptr_t page = address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);

    for (int i = 0; i < MOST_GUARDS; i++) {
        const uintptr_t begin = guards[i].begin, end = guards[i].end;
        if (!begin || address < begin || address >= end) continue;
        guards[i].damaged = true;
        return mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                    -1, 0) != MAP_FAILED;
    }
    return false;
}

/* ---- The signal ---- */

static atomic_flag told = ATOMIC_FLAG_INIT;

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    mapping m;

    (void)context;
    if (info->si_code == BUS_ADRERR && fill_with_zeros((uintptr_t)info->si_addr)) return;
    while (atomic_flag_test_and_set(&told)) /* another thread ends the program */
        pause();
    if (info->si_code != BUS_ADRERR) unfinished_end_by_signal(number);
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    const bool known = fd >= 0 && find_mapping(fd, (uintptr_t)info->si_addr, &m);
    message_say_prepared("translate: ");
    message_say_prepared(known ? m.name : "a file");
    message_say_prepared(": was cut short or became unreadable while it was in use\n");
    unfinished_end_program();
}

void truncated_file_catch(void)
{
    struct sigaction old;
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};

    sigemptyset(&action.sa_mask);
    if (!sigaction(SIGBUS, NULL, &old) && old.sa_handler == SIG_DFL)
        sigaction(SIGBUS, &action, NULL);
}
