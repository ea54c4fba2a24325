/* org_inline.h - marks within a text of Org. */
#ifndef TR_ORG_INLINE_H
#define TR_ORG_INLINE_H

#include "document/light/light_text.h"

/* Finds the marks of a text (light_text.h); `context` is not looked at. */
void tr_org_scan(const char *text, size_t len, const void *context, tr_light_marks *marks);

#endif
