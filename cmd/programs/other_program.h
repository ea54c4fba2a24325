/* other_program.h - commands whose work is done by a program of its own. */
#ifndef OTHER_PROGRAM_H
#define OTHER_PROGRAM_H

#include <stdbool.h>

#include "console/options.h"

typedef struct other_program {
    const char *name;    /* "translate-fetch" */
    const char *what;    /* "the program that fetches" */
    const char *missing; /* the sentence where it was not built; NULL: it always is */
    bool (*gives_way)(const void *set); /* to `other`, for such options; NULL: never */
    const struct other_program *other;
} other_program;

/* Parses the arguments of a command into `set`, and becomes the program, which parses them once
 * more.  Returns what command.run has to, where that fails. */
int other_program_run(const other_program *p, const command *c, void *set, int argc, char **argv);

#endif
