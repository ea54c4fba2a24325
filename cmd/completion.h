/* completion.h - the words that may stand next on a command line. */
#ifndef COMPLETION_H
#define COMPLETION_H

#include <stdio.h>

#include "console/options.h"

/* The script that asks for these words in bash, zsh or fish; NULL for another shell. */
const char *completion_script(const char *shell);

/* `words` [n], n > 0, is what stands after the program's name, and the last of them is the one to
 * complete, as far as it is typed.  Prints a line for each word that may stand there: the word, and
 * if there is more to say a tab and its description.  A line ":" stands for the names of files.
 * `all` is the list of commands: the first has no name, and NULL ends it. */
void completion_print(FILE *out, const command *const *all, char **words, int n);

#endif
