/*
 * jsx.h - expressions in braces, as JSX has them between tags and in the place of values.
 */
#ifndef TR_JSX_H
#define TR_JSX_H

#include <stdbool.h>
#include <stddef.h>

/* The byte after the brace that closes the one at byte `at` of text [.., end); 0 if there is none.
 * Braces in strings and comments do not count. */
size_t tr_jsx_expression_end(const char *text, size_t at, size_t end);

/* True if an expression is a comment: braces around one. */
bool tr_jsx_is_comment(const char *text, size_t at, size_t end);

#endif
