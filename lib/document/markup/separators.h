/*
 * separators.h - signs that part the links of a list, the steps of a path or the parts of a title.
 */
#ifndef TR_SEPARATORS_H
#define TR_SEPARATORS_H

#include <stddef.h>

#include "base/span.h"
#include "translate.h"

/* The next "|", "::", U+00BB or U+203A with white space on both sides in text [i, end), and a
 * U+00AB or U+00BB that stands apart at an end, or ';;' behind a bracket: no segment goes across
 * it.  They may be references of HTML.  In a template's tag there is none, and guillemets that are
 * quotation marks, as two of them are and as all are in French, from or to it, are none.  Empty at
 * `end` if there is none. */
tr_span tr_next_separator(const char *text, size_t i, size_t end, const tr_document_options *o);

/* The next padding in HTML text [i, end): blanks and characters without a width, such as
 * "&zwnj;&nbsp;", with which newsletters keep what follows out of a preview.  It has two such signs
 * at least, so that one that joins or parts letters is none.  Empty at `end` if there is none. */
tr_span tr_next_padding(const char *text, size_t i, size_t end);

#endif
