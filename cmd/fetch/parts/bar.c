#include "bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "console/clock.h"
#include "console/message.h"
#include "console/printable.h"

void bar_begin(bar *b, bool wanted, const char *label, uint64_t first, uint64_t total)
{
    *b = (bar){.shown = wanted && has_passing_lines(),
               .label = label,
               .total = total,
               .first = first,
               .begun = clock_seconds()};
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

/* Columns of the label, with two blanks before it and one behind. */
static int label_width(const bar *b)
{
    enum { LEAST_LABEL = 7 };
    const int n = (int)strlen(b->label);
    return 3 + (n > LEAST_LABEL ? n : LEAST_LABEL);
}

void bar_show(bar *b, uint64_t have)
{
    enum { LEAST = 8, MOST = 40, BESIDE = 8 /* " 100 %  " */ };
    char text[128];
    const double t = clock_seconds();

    if (!b->shown || t - b->drawn < 0.1) return;
    b->drawn = t;
    if (have < b->first) b->first = have; /* it began anew */
    describe(b, have, t - b->begun, text, sizeof text);
    char picture[MOST + 16] = "";
    const int room = terminal_columns() - 1 - label_width(b) - (int)strlen(text) - BESIDE;
    const int width = room > MOST ? MOST : room;
    const double part = b->total && have <= b->total ? (double)have / (double)b->total : 0;
    if (width >= LEAST) {
        for (int i = 0; i < width; i++)
            picture[i] = (i + 0.5) / width <= part ? '#' : '-';
        snprintf(picture + width, sizeof picture - (size_t)width, " %3d %%  ", (int)(100 * part));
    }
    show_line("  %-*s %s%s", label_width(b) - 3, b->label, picture, text);
}

void bar_end(bar *b)
{
    if (b->shown && b->drawn > 0) hide_line();
    b->shown = false;
}
