/* label_case.h - a word between marks, and its capitals: what "QUIT" and "Cancel…" are to a
 * dictionary, and what their translations are then. */
#ifndef LABEL_CASE_H
#define LABEL_CASE_H

#include "translate.h"

/* A word or a phrase with what stands before and behind it. */
typedef struct label {
    tr_string before, word, behind;
} label;

/* Blanks and marks that end or begin a text are no part of the word. */
label label_of(tr_string text);

/* A translation with the marks of the label, and with the capitals of its word: in text that the
 * caller frees. */
char *label_write(const label *l, const char *translation);

#endif
