/* segments.h - segments of a document, as text to be compared.  Results live until the next call.
 */
#ifndef UNIT_SEGMENTS_H
#define UNIT_SEGMENTS_H

#include "document/segment/segment.h"

/* Text is written as it is. */
extern const tr_writing as_it_is;

/* "WHERE=TEXT|" of each segment of a document; `keys` as in tr_document_options, or NULL. */
const char *segments_of(const char *format, const char *bytes, const char *keys);

/* The same, "TEXT|". */
const char *texts_of(const char *format, const char *bytes);

/* The document with `text` in the place of its first segment. */
const char *with_text(const char *format, const char *bytes, const char *text);

/* The sentence that refuses a document; "" if it is read. */
const char *refusal_of(const char *format, const char *bytes);

#endif
