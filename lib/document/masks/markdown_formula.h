/* markdown_formula.h - formulas in lines of their own: between "$$" and "$$", or between
 * "\\begin{x}" and "\\end{x}". */
#ifndef TR_MARKDOWN_FORMULA_H
#define TR_MARKDOWN_FORMULA_H

#include "document/masks/markdown_line.h"

/* Returns the line after a formula in text [size]; 0 if none begins here. */
size_t tr_md_end_of_formula(const char *t, size_t size, const tr_md_line *first);

/* The byte after a formula "\(x\)" or "\[x\]", whose backslashes may be escaped, at byte `at` of
 * a line; 0 if there is none. */
size_t tr_md_end_of_tex(const char *t, size_t at, size_t end);

#endif
