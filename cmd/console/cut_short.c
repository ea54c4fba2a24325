/*
 * cut_short.c - the handler of SIGBUS.
 *
 * No check can come before the read: the file may be cut between the two.  The handler calls only
 * what POSIX allows in one.
 */
#define _XOPEN_SOURCE 700 /* BUS_ADRERR */
#include "console/cut_short.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "console/unfinished.h"

enum { MOST_NAME = 512 };

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

/* ---- The signal ---- */

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static atomic_flag told = ATOMIC_FLAG_INIT;

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    mapping m;

    (void)context;
    while (atomic_flag_test_and_set(&told)) /* another thread ends the program */
        pause();
    if (info->si_code != BUS_ADRERR) unfinished_end_by_signal(number);
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    const bool known = fd >= 0 && find_mapping(fd, (uintptr_t)info->si_addr, &m);
    say("translate: ");
    say(known ? m.name : "a file");
    say(": was cut short or became unreadable while it was in use\n");
    unfinished_end_program();
}

void cut_short_catch(void)
{
    struct sigaction old;
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};

    sigemptyset(&action.sa_mask);
    if (!sigaction(SIGBUS, NULL, &old) && old.sa_handler == SIG_DFL)
        sigaction(SIGBUS, &action, NULL);
}
