/* draft.h - draft translations, by a model file, of text that has none. */
#ifndef DRAFT_H
#define DRAFT_H

#include <stdbool.h>
#include <stdio.h>

#include "held_out.h"
#include "train/data/bitext.h"

/* True if the first line of a file has a tab, and also for a pipe and for a file that cannot be
 * read. */
bool draft_has_tab(const char *path);

/* Writes lines to *pairs, an unnamed file in the folder of `beside` that the caller closes: each
 * line of `path`, or each source of `text` that is not held out, a tab, and its greedy translation.
 * 0, or an error. */
int draft_of_file(held_out_model model, const char *path, const char *beside, FILE **pairs,
                  tr_error *err);
int draft_of_text(held_out_model model, tr_bitext *text, const char *beside, FILE **pairs,
                  tr_error *err);

#endif
