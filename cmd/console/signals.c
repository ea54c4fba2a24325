#include "console/signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_signal;

static void on_stop_signal(int number)
{
    stop_signal = number;
}

void signals_catch(void)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old;
        struct sigaction action = {.sa_handler = on_stop_signal, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&action.sa_mask);
        if (!sigaction(numbers[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

bool signals_asked(void)
{
    return stop_signal != 0;
}

void signals_end(void)
{
    raise(stop_signal);
}
