#include "console/progress.h"
#include "console/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "console/printable.h"

enum { FIRST_AFTER = 2, LINES_EVERY = 5, LEAST_MEASURED = 1 }; /* seconds */

void progress_begin(progress *p, int mode, const char *units, bool prints)
{
    const bool passes = has_passing_lines();
    const bool shared = prints && isatty(STDOUT_FILENO);

    *p = (progress){.on = mode == PROGRESS_WANTED ||
                          (mode == PROGRESS_AUTOMATIC && passes && !shared),
                    .passes = passes,
                    .units = units,
                    .begun = clock_seconds()};
}

static void count_from(progress *p, double t, double part, size_t n)
{
    p->since = t;
    p->since_part = part;
    p->since_n = n;
}

void progress_skip(progress *p, double part, size_t n)
{
    if (p->on) count_from(p, clock_seconds(), part, n);
    p->first = n;
}

bool progress_is_due(progress *p, double part, size_t n)
{
    if (!p->on) return false;
    const double t = clock_seconds();
    if (p->since <= 0) count_from(p, t, part, n);
    if (t - p->begun < FIRST_AFTER || t - p->told < (p->passes ? 0.2 : LINES_EVERY)) return false;
    p->told = t;
    return true;
}

/* What a line may say, one after the other. */
typedef struct facts {
    char part[16], count[48], rate[48], left[48]; /* "" where it is not known */
} facts;

static void add_time(char *text, size_t size, double seconds, const char *what)
{
    const unsigned long s = (unsigned long)(seconds + 0.5);

    if (seconds > 3600000) return;
    if (s < 3600)
        snprintf(text, size, "%lu:%02lu %s", s / 60, s % 60, what);
    else
        snprintf(text, size, "%lu:%02lu:%02lu %s", s / 3600, s / 60 % 60, s % 60, what);
}

static void add_count(char *text, size_t size, size_t n, const char *units)
{
    snprintf(text, size, "%zu %.*s", n, (int)strlen(units) - (n == 1), units);
}

static void add_rate(char *text, size_t size, double rate)
{
    snprintf(text, size, rate < 10 ? "%.1f/s" : "%.0f/s", rate);
}

/* Of work that goes on: how fast it goes is not known at first. */
static facts describe(const progress *p, double part, size_t n)
{
    const double seconds = p->since > 0 ? clock_seconds() - p->since : 0;
    const double done = part - p->since_part;
    const bool measured = seconds >= LEAST_MEASURED;
    facts f = {.part = ""};

    if (part >= 0) snprintf(f.part, sizeof f.part, "%d %%", (int)(100 * part));
    if (p->units) add_count(f.count, sizeof f.count, n, p->units);
    if (p->units && measured && n > p->since_n)
        add_rate(f.rate, sizeof f.rate, (double)(n - p->since_n) / seconds);
    if (part >= 0 && measured && done > 0)
        add_time(f.left, sizeof f.left, seconds * (1 - part) / done, "left");
    return f;
}

static facts describe_all(const progress *p, size_t n)
{
    const double seconds = clock_seconds() - p->begun;
    facts f = {.part = "100 %"};

    if (p->units) add_count(f.count, sizeof f.count, n, p->units);
    if (p->units)
        add_rate(f.rate, sizeof f.rate, seconds > 0 ? (double)(n - p->first) / seconds : 0);
    add_time(f.left, sizeof f.left, seconds, "in all");
    return f;
}

/* "12 %, 1234 lines, 85/s, 1:02:03 left", without the empty ones. */
static void join(char *text, size_t size, const char *const parts[], size_t n)
{
    size_t at = 0;

    *text = '\0';
    for (size_t i = 0; i < n && at < size; i++)
        if (*parts[i])
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? ", " : "", parts[i]);
}

/* Shows as much as there is room for: of a name its end, which tells files apart; then the count
 * goes, the name, and the rate. */
static void show_passing(const char *name, const facts *f)
{
    enum { LEAST_NAME = 12 };
    const char *const all[] = {f->part, f->count, f->rate, f->left};
    const char *const fewer[] = {f->part, f->rate, f->left};
    const char *const fewest[] = {f->part, f->left};
    const size_t width = (size_t)terminal_columns() - 1;
    char text[256];

    join(text, sizeof text, all, 4);
    if (name && strlen(text) + LEAST_NAME + 2 > width) join(text, sizeof text, fewer, 3);
    if (name && strlen(text) + LEAST_NAME + 2 > width) name = NULL;
    if (strlen(text) > width) join(text, sizeof text, fewest, 2);
    if (!name) {
        show_line("%s", text);
        return;
    }
    const size_t room = width - strlen(text) - 2;
    const char *shown = name;
    while (printable_width(shown, strlen(shown)) > room - 3 * (shown > name))
        do
            shown++;
        while ((*shown & 0xC0) == 0x80);
    show_line("%s%s: %s", shown > name ? "..." : "", shown, text);
}

/* A line of its own. */
static void tell_facts(const char *name, const facts *f)
{
    const char *const all[] = {f->part, f->count, f->rate, f->left};
    char text[256];

    join(text, sizeof text, all, 4);
    complain("%s%s%s", name ? name : "", name ? ": " : "", text);
}

void progress_show(progress *p, const char *name, double part, size_t n)
{
    if (!p->on) return;
    const facts f = describe(p, part < 1 ? part : 0.99, n);
    if (p->passes) {
        show_passing(name, &f);
        return;
    }
    tell_facts(name, &f);
}

void progress_end(progress *p, const char *name, size_t n)
{
    if (p->passes) hide_line();
    if (p->on && !p->passes) {
        const facts f = describe_all(p, n);
        tell_facts(name, &f);
    }
    p->on = false;
}
