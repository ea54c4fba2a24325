/* build_value.h - values of data, such as strings, which a builder makes segments of. */
#ifndef TR_BUILD_VALUE_H
#define TR_BUILD_VALUE_H

#include "document/segment/builder.h"
#include "document/segment/decoded.h"

/* A text that has its end.  A control character, such as a line end, breaks it; with `tags`, tags
 * in it are marks. */
void tr_build_value(tr_builder *b, const tr_decoded *v, bool tags);

/* Builds such a value, which is no message of ICU: braces and apostrophes are what they are. */
void tr_build_plain_value(tr_builder *b, const tr_decoded *v, bool tags);

/* Builds such a value, but a control character is a point: the text is one segment, if its tags
 * allow. */
void tr_build_lines(tr_builder *b, const tr_decoded *v, bool tags);

#endif
