/* fold_lines.h - long lines of calendars and cards, which are folded. */
#ifndef TR_FOLD_LINES_H
#define TR_FOLD_LINES_H

#include "document/segment/content.h"

/* Folds the lines that were changed; the others have the folds of the source. */
void tr_fold_vobject(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
