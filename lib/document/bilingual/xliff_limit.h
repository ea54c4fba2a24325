/* xliff_limit.h - how long targets of XLIFF may be: `maxwidth` of version 1.2, and of version 2 the
 * size restrictions of its module (slr). */
#ifndef TR_XLIFF_LIMIT_H
#define TR_XLIFF_LIMIT_H

#include "document/markup/markup.h"
#include "document/segment/content.h"

/* What the start tag of a trans-unit says, which lives as long as the content; NULL: nothing.
 * *failed: out of memory. */
tr_length_bound *tr_xliff_limit_of_unit1(tr_content *d, const tr_markup *m,
                                         const tr_markup_token *t, bool *failed);

/* Of a unit of version 2; counts_characters: what tr_xliff_counts_characters() said last. */
tr_length_bound *tr_xliff_limit_of_unit2(tr_content *d, const tr_markup *m,
                                         const tr_markup_token *t, bool counts_characters,
                                         bool *failed);

/* True if the start tag `t`, <slr:profiles>, says that sizes are counted in characters. */
bool tr_xliff_counts_characters(const tr_markup *m, const tr_markup_token *t);

/* Characters of text [len] in a target: without tags, and what inline codes stand for. */
size_t tr_xliff_length(const char *text, size_t len);

/* Of a segment's translation, and what it may have, as tr_reader has them. */
size_t tr_xliff_written_length(const tr_segment *p);
const tr_length_bound *tr_xliff_limit(const tr_segment *p);

#endif
