/* draft.h - translations by a model file, of text that has none. */
#ifndef DRAFT_H
#define DRAFT_H

#include <stdbool.h>
#include <stdio.h>

#include "train/data/bitext.h"

/* Whether the first line of a file has a tab; true also for a pipe, and for a file that cannot be
 * read. */
bool draft_has_tab(const char *path);

/* Pairs in a file without a name, in the folder of `beside`, which the caller closes: each line of
 * `path`, or each source of `text` that is not held out, a tab, and its translation.  The search is
 * greedy.  An error, or 0. */
int draft_of_file(const char *model, const char *path, const char *beside, FILE **pairs,
                  tr_error *err);
int draft_of_text(const char *model, tr_bitext *text, const char *beside, FILE **pairs,
                  tr_error *err);

#endif
