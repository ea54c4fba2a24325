/* rst_inline.h - marks within a text of reStructuredText (docutils' specification of it). */
#ifndef TR_RST_INLINE_H
#define TR_RST_INLINE_H

#include "document/light/light_text.h"

/* True if a character may stand before the first of a mark's bytes, or behind the last. */
bool tr_rst_may_precede(int32_t c);
bool tr_rst_may_follow(int32_t c);

/* Finds the marks of a text (light_text.h); `names` is a tr_rst_names. */
void tr_rst_scan(const char *text, size_t len, const void *names, tr_light_marks *marks);

#endif
