/* adoc_inline.h - marks within a text of AsciiDoc, as Asciidoctor reads them. */
#ifndef TR_ADOC_INLINE_H
#define TR_ADOC_INLINE_H

#include "document/light/light_text.h"

/* Finds the marks of a text (light_text.h); `context` is not looked at. */
void tr_adoc_scan(const char *text, size_t len, const void *context, tr_light_marks *marks);

#endif
