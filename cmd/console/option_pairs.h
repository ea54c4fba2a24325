/*
 * option_pairs.h - options that need or exclude each other: one table of a command is what it
 * refuses, and what its manual page says.
 */
#ifndef OPTION_PAIRS_H
#define OPTION_PAIRS_H

#include <stdbool.h>
#include <stdio.h>

#include "console/options.h"

enum option_relation { OPTION_NEEDS = 1, OPTION_EXCLUDES };

/* An option is a name, "beam", or a choice that it makes, "split=sentence"; `others` are such,
 * "a|b": one of them is needed, or none may be given.  `sentence` is said of a command line that
 * has not what it needs, or has what it may not; its %s is the name of the other option that is
 * given. NULL: the option "needs" the others, or both "exclude each other". */
typedef struct option_pair {
    const char *option;
    enum option_relation relation;
    const char *others, *sentence;
} option_pair;

#define OPTION_LAST_PAIR                                                                           \
    {                                                                                              \
        NULL, 0, NULL, NULL                                                                        \
    }

/* Holds values of the command, and its defaults, against the table of the command.  GO_ON, or
 * EXIT_MISUSE after the sentence of the first pair that is broken. */
int option_pairs_check(const command *c, const void *values, const void *defaults);

/* Prints the table, a pair a line: "fuzzy needs memory", "part excludes resume|memory-add". */
void option_pairs_print(FILE *out, const command *c);

#endif
