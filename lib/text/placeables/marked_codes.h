/*
 * marked_codes.h - codes that marks set apart: `git status`, &amp;, [NAME], names between equal
 * runs of marks, as ##NAME##, %%name%% and ***NAME***, and lines that open a listing, as ```python.
 */
#ifndef TR_MARKED_CODES_H
#define TR_MARKED_CODES_H

#include <stdbool.h>

#include "base/span.h"

/* Finds the first one of valid UTF-8 text [len] at or after `from`; false when there is none. */
bool tr_marked_code_next(const char *text, size_t len, size_t from, tr_span *found);

#endif
