/* unit.h - the main() of a Check suite: UNIT_MAIN("arena", a_test, another_test, ...). */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stddef.h>
#include <stdlib.h>

/* Check writes down where each assertion stands that held, to tell where a test crashed.  That
 * is a call of the system for each, and a loop makes a million of them.  So a line is written down
 * once.  Check's own macros call `_mark_point`. */
void unit_mark(const char *file, int line);
#define _mark_point(file, line) unit_mark(file, line)

typedef const TTest *unit_test;

/* The exit status: that of success if all `tests` [n] pass. */
int unit_run(const char *name, const unit_test *tests, size_t n);

#define UNIT_MAIN(name, ...)                                                                       \
    int main(void)                                                                                 \
    {                                                                                              \
        const unit_test tests[] = {__VA_ARGS__};                                                   \
        return unit_run(name, tests, sizeof tests / sizeof *tests);                                \
    }

#endif
