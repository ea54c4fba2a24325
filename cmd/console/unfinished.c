#define _XOPEN_SOURCE 700 /* signals of the XSI option */
#include "console/unfinished.h"

#include <stddef.h>
#include <unistd.h>

#include "console/message.h"

/* A handler has no other way to know what to remove. */
static char *volatile unfinished;

/* All that end a program, but SIGKILL, which cannot be caught, and SIGBUS (truncated_file.h). */
static const int deadly[] = {
    SIGHUP,    SIGINT, SIGQUIT, SIGTERM, SIGALRM,   SIGXCPU, SIGUSR1, SIGUSR2, SIGABRT,
    SIGFPE,    SIGILL, SIGSEGV, SIGSYS,  SIGVTALRM, SIGPROF, SIGTRAP, SIGPOLL,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
};
enum { N_DEADLY = sizeof deadly / sizeof *deadly };

void unfinished_set(char *path)
{
    unfinished = path;
}

void unfinished_remove(void)
{
    char *const path = unfinished;
    if (path) unlink(path);
}

static unfinished_keeper *volatile keep_unfinished;

unfinished_keeper *unfinished_keep_by(unfinished_keeper *keep)
{
    unfinished_keeper *const before = keep_unfinished;

    keep_unfinished = keep;
    return before;
}

static void on_deadly_signal(int number)
{
    unfinished_keeper *const keep = keep_unfinished;

    if (keep && (number == SIGINT || number == SIGTERM || number == SIGHUP)) keep();
    unfinished_remove();
    signal(number, SIG_DFL);
    raise(number);
}

void unfinished_catch_signals(void)
{
    for (int i = 0; i < N_DEADLY; i++) {
        struct sigaction old;
        struct sigaction action = {.sa_handler = on_deadly_signal};
        sigemptyset(&action.sa_mask);
        if (!sigaction(deadly[i], NULL, &old) && old.sa_handler == SIG_DFL)
            sigaction(deadly[i], &action, NULL);
    }
}

void unfinished_hold_signals(sigset_t *before)
{
    sigset_t set;

    sigemptyset(&set);
    for (int i = 0; i < N_DEADLY; i++)
        sigaddset(&set, deadly[i]);
    pthread_sigmask(SIG_BLOCK, &set, before);
}

void unfinished_release_signals(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

void unfinished_end_program(void)
{
    unfinished_remove();
    _exit(EXIT_FAILED);
}

void unfinished_end_by_signal(int number)
{
    sigset_t set;

    unfinished_remove();
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}
