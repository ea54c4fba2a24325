/* beside_ooxml.h - WordprocessingML in two languages (document/bilingual/beside.h). */
#ifndef TR_BESIDE_OOXML_H
#define TR_BESIDE_OOXML_H

#include "document/segment/content.h"

/* Appends the source with a paragraph behind each paragraph; in headings, items of lists and others
 * that are numbered, a line end and the translation.  Its runs say its language.  Tables of
 * contents stay, and so do other parts than WordprocessingML's.  Nothing where its prefix is not
 * "w". */
void tr_beside_ooxml(const tr_content *source, const tr_content *now, tr_buf *out);

#endif
