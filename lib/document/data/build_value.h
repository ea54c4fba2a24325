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

/* A plural of Laravel or Symfony: its forms, between bars. */
typedef struct tr_value_forms {
    size_t n, n_numbers; /* forms; forms that say which numbers they are for */
    size_t last;         /* the byte where the last one begins */
} tr_value_forms;

/* True if a value is one: "one apple|:count apples", each of several words, or one of them for
 * numbers. */
bool tr_value_is_forms(const char *text, size_t len, tr_value_forms *forms);

#endif
