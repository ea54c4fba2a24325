/* adoc_attributes.h - attributes of AsciiDoc in brackets: "[Text, 200, title="Other text"]". */
#ifndef TR_ADOC_ATTRIBUTES_H
#define TR_ADOC_ATTRIBUTES_H

#include <stdbool.h>

#include "base/span.h"
#include "document/light/light_text.h"

typedef struct tr_adoc_attribute {
    tr_span name, value; /* the name is empty if it has none; the value is without its quotes */
    char quote;          /* 0: there are none */
    size_t n;            /* how many come before it */
} tr_adoc_attribute;

/* The next attribute of text [*at, end), after `a`, which is 0 at first; false after the last. */
bool tr_adoc_attribute_next(const char *t, size_t *at, size_t end, tr_adoc_attribute *a);

/* What an attribute is whose value is text, "alt" or "title"; NULL: it is none.  `of_image`: the
 * first one is, if it has no name. */
const char *tr_adoc_attribute_text(const char *t, const tr_adoc_attribute *a, bool of_image);

/* Finds escapes in a value (light_text.h); `context` is not looked at. */
void tr_adoc_scan_value(const char *text, size_t len, const void *context, tr_light_marks *marks);

/* How the value is written; `in_text`: in a macro that is part of a text, where a bracket ends it.
 */
const tr_writing *tr_adoc_attribute_writing(const tr_adoc_attribute *a, bool in_text);

#endif
