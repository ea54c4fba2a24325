/* beside_odf.h - text documents of OpenDocument in two languages (document/bilingual/beside.h). */
#ifndef TR_BESIDE_ODF_H
#define TR_BESIDE_ODF_H

#include "document/segment/content.h"

/* Appends the source with a paragraph behind each paragraph, and a line end and the translation in
 * each heading.  A style of the document's own says the language.  Indexes stay. */
void tr_beside_odf(const tr_content *source, const tr_content *now, tr_buf *out);

#endif
