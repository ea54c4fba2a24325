/* filter.h - commands that print something for each line they read. */
#ifndef FILTER_H
#define FILTER_H

#include "console/given_text.h"
#include "console/input.h"
#include "console/output.h"
#include "models/model_choice.h"

typedef struct filter {
    const tr_model *model;
    line_reader in;
    output out;
} filter;

/* Opens the model, standard output and the texts, else the files [argc], or standard input if there
 * are none; refuses files of command `c` that look like text; calls `lines` with `settings`, and
 * closes all.  The status that `lines` returns, or EXIT_FAILED after a sentence. */
int filter_run(const command *c, const model_choice *choice, const text_list *texts, int argc,
               char **argv, int (*lines)(filter *f, void *settings), void *settings);

#endif
