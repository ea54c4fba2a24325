/* line_syntax.h - whether the lines of a text have the shape of a program or of records, although
 * their words read like text. */
#ifndef TR_LINE_SYNTAX_H
#define TR_LINE_SYNTAX_H

#include <stddef.h>

/* What follows a file's name in a sentence if the first lines of `bytes` [n], in UTF-8 or an
 * encoding of single bytes, are statements and blocks of a program, records of keys with values, or
 * tags with levels, or if tags of BBCode are among all of them; NULL: they are not.  512 lines
 * tell.
 */
const char *tr_line_syntax(const char *bytes, size_t n);

#endif
