/* tap.h - the output of a test program in the Test Anything Protocol. */
#ifndef TAP_H
#define TAP_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__GNUC__)
#define TAP_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define TAP_PRINTF
#endif

/* One test, whose name is printed as by printf; gives `ok` back. */
bool tap_ok(bool ok, const char *fmt, ...) TAP_PRINTF;

/* A test that cannot be made here. */
void tap_skip(const char *what, const char *why);

/* Number of tests so far. */
int tap_tests(void);

/* Prints the plan; the exit status of the program: that of success if all passed. */
int tap_done(void);

#endif
