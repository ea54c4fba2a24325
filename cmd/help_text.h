/* help_text.h - the help as text, in 79 columns. */
#ifndef HELP_TEXT_H
#define HELP_TEXT_H

#include <stdio.h>

#include "console/options.h"
#include "topics.h"

/* All of a subcommand. */
void help_text_command(FILE *out, const command *c);

/* The overview of translate: examples, the common options by group, names of the rest, and of
 * subcommands [ends with NULL]. */
void help_text_overview(FILE *out, const command *c, const command *const *subcommands);

/* All options of a group of translate's. */
void help_text_group(FILE *out, const command *c, const option_group *g);

/* All options of translate, by group. */
void help_text_options(FILE *out, const command *c);

/* All that there is help on. */
void help_text_topics(FILE *out, const command *const *subcommands);

#endif
