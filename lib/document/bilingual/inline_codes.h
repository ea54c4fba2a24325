/*
 * inline_codes.h - text of translation formats, in which the tags of another format are elements:
 * codes.
 */
#ifndef TR_INLINE_CODES_H
#define TR_INLINE_CODES_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"

/* Tells the builder of the content of a source or a variant, as XLIFF and TMX have it: its text,
 * and its codes as marks.  A start of a code and its end are a pair if all of them nest.  With
 * `lines`, the ends of lines are gaps: their white space means something. */
void tr_build_inline_codes(tr_builder *b, tr_span content, bool lines);

/* Builds codes of content that is not translated, but for spans whose tags say that they are: all
 * other text is atoms. */
void tr_build_inline_spans(tr_builder *b, tr_span content, bool lines);

/* True if a start tag says that what is in it is translated, whatever is said around it:
 * <mrk translate="yes">, and in XLIFF 1.2 mtype="x-its-translate-yes". */
bool tr_inline_code_is_translated(const tr_markup *m, const tr_markup_token *t);

/* Builds a branch of a message (icu_message.h); `is_plural`: "#" is a number. */
void tr_build_branch_codes(tr_builder *b, tr_span content, bool is_plural);

#endif
