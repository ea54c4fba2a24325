/* help.h - the commands, by name, and what they tell of themselves. */
#ifndef HELP_H
#define HELP_H

#include "console/options.h"
#include "console/suggest.h"

/* NULL when there is none of that name. */
const command *help_find_command(const char *name);

/* As suggest_hint(), of the commands' names. */
const char *help_hint(const char *name, char hint[HINT_SIZE]);

/* Prints the command's help on standard output; returns the exit status. */
int help_show(const command *c);

#endif
