/* unified_sides.h - tokenizers of unified text (unified.h), which depends on its language. */
#ifndef TR_UNIFIED_SIDES_H
#define TR_UNIFIED_SIDES_H

#include "setup/handle.h"
#include "text/indic/unified_cutter.h"

typedef struct tr_unified_sides {
    tr_unified_cutter from, to;
    tr_cutter from_cutter, to_cutter;
    tr_tokenizers tokenizers; /* `source` and `target` alone */
} tr_unified_sides;

/* Tokenizers of text in the languages `from` and `to`, as models call them, on top of the model's
 * tokenizers, which must outlive them.  *s is NULL for a model whose text is not unified.
 * TR_EFORMAT, TR_ENOMEM. */
int tr_unified_sides_create(tr_unified_sides **s, const tr_nmt *m, const tr_tokenizers *model,
                            const char *from, const char *to, tr_error *err);
void tr_unified_sides_free(tr_unified_sides *s); /* NULL, too */

#endif
