/*
 * code_groups.h - groups of code in running text: balanced brackets in which no prose stands, with
 * the name before them and what touches them behind.
 *
 * rgba(0, 0, 0, 0.5), [[77, 2], [3, 4]], {"a": true}, (12, 13), f(x, y=2), Map<String, Int> are one
 * thing each, whatever the program that reads them.  What tells them is what stands within:
 * numbers, strings, letters alone and words, with commas, colons and operators between all of them,
 * and no two words that only a blank parts.
 */
#ifndef TR_CODE_GROUPS_H
#define TR_CODE_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Finds the first group of text [from, len), valid UTF-8; false if there is none. */
bool tr_code_group_next(const char *text, size_t len, size_t from, tr_span *group);

/* Finds the one that begins at `at`, or with a name there. */
bool tr_code_group_at(const char *text, size_t len, size_t at, tr_span *group);

#endif
