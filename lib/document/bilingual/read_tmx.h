/* read_tmx.h - TMX: units of translation memories that lack a variant in the target language. */
#ifndef TR_READ_TMX_H
#define TR_READ_TMX_H

#include "document/segment/format.h"

/* TR_EINVAL if the options name no target language. */
int tr_read_tmx(tr_content *d, tr_error *err);

/* Says of each translation how good it is taken for, if it is asked for (review.h). */
void tr_mark_review_tmx(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
