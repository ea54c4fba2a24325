/*
 * choice_format.h - messages that are one java.text.ChoiceFormat, as properties of Java have them:
 * "{0,choice,0#no files|1#one file|1<{0} files}".
 *
 * https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/text/ChoiceFormat.html
 */
#ifndef TR_CHOICE_FORMAT_H
#define TR_CHOICE_FORMAT_H

#include <stdbool.h>

#include "base/span.h"

/* True if text [len] is one such message, all of whose branches can be told: nothing is in quotes
 * in it.  *at: where they begin. */
bool tr_is_choice_format(const char *text, size_t len, size_t *at);

/* The text of the next branch of such a message, from byte *at on, which moves behind it.  False
 * after the last. */
bool tr_choice_format_next(const char *text, size_t len, size_t *at, tr_span *branch);

#endif
