/* string_list.h - texts in one buffer, each with a NUL after it. */
#ifndef TR_STRING_LIST_H
#define TR_STRING_LIST_H

#include <stdbool.h>

#include "base/buf.h"

/* Puts the texts in order.  False: out of memory. */
bool tr_string_list_sort(tr_buf *list);

/* True if the text is in a list in order. */
bool tr_string_list_has(const tr_buf *list, const char *text);

#endif
