/*
 * ooxml_hyphens.h - hyphens of Word that are elements, at which no line ends.
 *
 * While a part is translated, each is the character in a text element, so that a word with one is
 * a word.  Hyphens that are left become elements again.
 */
#ifndef TR_OOXML_HYPHENS_H
#define TR_OOXML_HYPHENS_H

#include "document/segment/content.h"

/* Appends the part with characters; false if it has none of the elements, or has such characters.
 */
bool tr_ooxml_spell_hyphens(const tr_content *d, tr_buf *out);
void tr_ooxml_restore_hyphens(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
