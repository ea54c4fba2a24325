/* tap.h - the output of a test program in the Test Anything Protocol. */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static int tap_count, tap_failed;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline bool
tap_ok(bool ok, const char *fmt, ...)
{
    va_list ap;
    printf("%sok %d - ", ok ? "" : "not ", ++tap_count);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
    if (!ok) tap_failed++;
    return ok;
}

static inline void tap_skip(const char *what, const char *why)
{
    printf("ok %d - %s # skip %s\n", ++tap_count, what, why);
    fprintf(stderr, "skipped: %s: %s\n", what, why);
}

static inline int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
