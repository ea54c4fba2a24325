/* bilingual_text.h - plain text beside its translation. */
#ifndef TR_BILINGUAL_TEXT_H
#define TR_BILINGUAL_TEXT_H

#include "document/segment/content.h"

/* Puts its translation below each block of lines, which ends at an empty line, or below each line.
 */
void tr_bilingual_text(const tr_content *source, const tr_content *translated, tr_buf *out);
void tr_bilingual_lines(const tr_content *source, const tr_content *translated, tr_buf *out);

#endif
