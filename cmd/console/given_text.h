/* given_text.h - text on the command line: by -e, or by mistake in the place of files. */
#ifndef GIVEN_TEXT_H
#define GIVEN_TEXT_H

#include <stdbool.h>

#include "console/options.h"

/* The option of a command whose texts are lines; the field is a text_list. */
#define GIVEN_TEXT_ROW(type, field)                                                                \
    OPTION_ROW('e', "text", "TEXT", OPTION_LIST, offsetof(type, field),                            \
               "read this text, a line, instead of files (may repeat)")

/* True if no file has the name; "-" is standard input. */
bool given_text_is_absent(const char *operand);

/* True if operands [n] are no files, and each looks like words: names of files seldom have blanks,
 * and mostly a point or a slash. */
bool given_text_is_likely(char **operands, int n);
bool given_text_ends_sentence(const char *operand);

/* Says that operands [n] are no files, and how the command is given a text; `more` ends the
 * sentence.  EXIT_FAILED. */
int given_text_refuse(const command *c, char **operands, int n, const char *more);

/* Of a command that takes both: GO_ON, or an exit status after a sentence if texts are given beside
 * files [n], or if the files look like text. */
int given_text_check(const command *c, const text_list *texts, char **files, int n);

#endif
