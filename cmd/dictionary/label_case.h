/* label_case.h - a word between marks, and its capitals: what "QUIT" and "Cancel…" are to a
 * dictionary, and what their translations are then. */
#ifndef LABEL_CASE_H
#define LABEL_CASE_H

#include <stdbool.h>

#include "translate.h"

/* A word or a phrase with what stands before and behind it. */
typedef struct label {
    tr_string before, word, behind;
} label;

/* Blanks and marks that end or begin a text are no part of the word, nor is what marks a letter of
 * the keyboard: "&Open". */
label label_of(tr_string text);

/* True for what a button or a menu says of something that is done in further steps: "Open...". */
bool label_is_action(const label *l);

/* A translation with the marks of the label, and with the capitals of its word: in text that the
 * caller frees. */
char *label_write(const label *l, const char *translation);

/* True if the label is marked with a letter of the keyboard, as entries of menus are. */
bool label_is_of_menu(const label *l);

/* True if the word begins with a capital, and is not all in capitals. */
bool label_has_capital(const label *l);

#endif
