#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "console/message.h"
#include "console/printable.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int columns(void)
{
    struct winsize size;
    return !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : 80;
}

void bar_begin(bar *b, bool wanted, const char *label, uint64_t first, uint64_t total)
{
    *b = (bar){.shown = wanted && isatty(STDERR_FILENO),
               .label = label,
               .total = total,
               .first = first,
               .begun = now()};
}

/* "14.1 of 23.0 MB  3.2 MB/s  0:03" */
static void describe(const bar *b, uint64_t have, double seconds, char *text, size_t size)
{
    char done[32], whole[32] = "?", rate[32];
    const double speed = seconds > 0.2 ? (double)(have - b->first) / seconds : 0;

    printable_bytes(done, sizeof done, have);
    printable_bytes(rate, sizeof rate, (unsigned long long)speed);
    if (b->total) printable_bytes(whole, sizeof whole, b->total);
    const int n = snprintf(text, size, "%s of %s  %s/s", done, whole, rate);
    if (!b->total || speed < 1 || have > b->total || n < 0) return;
    const double left = ceil((double)(b->total - have) / speed);
    if (left < 360000)
        snprintf(text + n, size - (size_t)n, "  %d:%02d", (int)left / 60, (int)left % 60);
}

void bar_show(bar *b, uint64_t have)
{
    enum { LABEL = 9, LEAST = 8, MOST = 40 };
    char text[128];
    const double t = now();

    if (!b->shown || t - b->drawn < 0.1) return;
    b->drawn = t;
    if (have < b->first) b->first = have; /* it began anew */
    describe(b, have, t - b->begun, text, sizeof text);
    const int room = columns() - LABEL - (int)strlen(text) - 8;
    const int width = room > MOST ? MOST : room;
    const double part = b->total && have <= b->total ? (double)have / (double)b->total : 0;
    fputc('\r', stderr);
    tell("  %-*s ", LABEL - 2, b->label);
    if (width >= LEAST) {
        for (int i = 0; i < width; i++)
            tell("%s", (i + 0.5) / width <= part ? "#" : "-");
        tell(" %3d %%  ", (int)(100 * part));
    }
    tell("%s", text);
    fputs("\033[K", stderr);
}

void bar_end(bar *b)
{
    if (b->shown && b->drawn > 0) erase_line();
    b->shown = false;
}
