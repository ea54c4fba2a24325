#include "tap.h"

#include <stdarg.h>

static int tests, failed;

bool tap_ok(bool ok, const char *fmt, ...)
{
    va_list ap;
    printf("%sok %d - ", ok ? "" : "not ", ++tests);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
    if (!ok) failed++;
    return ok;
}

void tap_skip(const char *what, const char *why)
{
    printf("ok %d - %s # skip %s\n", ++tests, what, why);
    fprintf(stderr, "skipped: %s: %s\n", what, why);
}

int tap_tests(void)
{
    return tests;
}

int tap_done(void)
{
    printf("1..%d\n", tests);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
