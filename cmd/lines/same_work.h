/*
 * same_work.h - what must be the same for two runs to make the same of the same text.
 *
 * Progress, threads, places and what is told do not count.
 */
#ifndef SAME_WORK_H
#define SAME_WORK_H

#include <cjson/cJSON.h>

#include "console/options.h"
#include "lines/settings.h"

/* The digest of the options, which the caller frees. */
char *same_work_options(const command *c, const settings *set, const tr_model *model,
                        const tr_options *o);

/* Lines "model DIGEST" and "options DIGEST", which the caller frees. */
char *same_work_keys(const command *c, const settings *set, const tr_model *model,
                     const tr_options *o);

/* A run over files [n], of which none stands for standard input. */
typedef struct same_work {
    const command *command;
    const settings *set;
    const tr_model *model;
    const tr_options *options;
    char **files;
    size_t n;
} same_work;

/* The same lines and "input DIGEST", of a same_work.  NULL with errno: a file cannot be read. */
char *same_work_keys_of_files(void *work);

/* The options of argv [argc] that change translations, each "--name" or "--name=value". */
cJSON *same_work_arguments(const command *c, int argc, char **argv);

#endif
