/* topics.h - what help is there to ask for: groups of translate's options, and manual pages. */
#ifndef TOPICS_H
#define TOPICS_H

#include "console/options.h"

/* Options of translate that belong together.  Names stand between blanks; a name that the program
 * has no option of is passed over. */
typedef struct option_group {
    const char *topic, *title;
    const char *common; /* options that the help shows, in this order, */
    const char *rest;   /*   and options that it only names */
} option_group;

/* All groups; the last has no topic. */
extern const option_group option_groups[];

/* NULL when there is none of that topic. */
const option_group *topics_find_group(const char *topic);

/* The option at the front of *names, which moves on; NULL at the end. */
const option *topics_next_option(const command *c, const char **names);

/* A subject that a page is about. */
typedef struct subject {
    const char *name, *page, *summary; /* no summary: another name of one that has */
} subject;

/* All subjects; the last has no name. */
extern const subject subjects[];

/* The page of a subject or a subcommand, such as "translate-text.7"; NULL when there is none. */
const char *topics_find_page(const char *name);

#endif
