#include "setup/unified_sides.h"

#include <stdlib.h>
#include <string.h>

#include "base/normalizations.h"
#include "translate.h"

/* A tokenizer with the pieces of another, whose text is in the language `code`. */
static int open_side(tr_tokenizer **t, tr_unified_cutter *u, tr_cutter *cutter,
                     const tr_tokenizer *pieces, const char *code, tr_error *err)
{
    tr_tokenizer_parts parts = *tr_tokenizer_parts_of(pieces);

    tr_unified_init(&u->rules, code);
    u->pieces = pieces;
    *cutter = tr_unified_cutter_of(u);
    if (!parts.pieces)
        return tr_fail(err, TR_EFORMAT, "%s: tokenizer.normalization: needs tokenizer.vocab.%s",
                       parts.path, parts.side);
    parts.spm = NULL;
    parts.cutter = cutter;
    parts.normalization = tr_normalizations[TR_NORMALIZATION_NONE];
    return tr_tokenizer_create(t, &parts, err);
}

int tr_unified_sides_create(tr_unified_sides **s, const tr_nmt *m, const tr_tokenizers *model,
                            const char *from, const char *to, tr_error *err)
{
    const char *const unified = tr_normalizations[TR_NORMALIZATION_INDICTRANS2];

    *s = NULL;
    if (!model->source || strcmp(m->config.normalization, unified) != 0) return 0;
    tr_unified_sides *const sides = *s = calloc(1, sizeof *sides);
    if (!sides) return tr_fail_memory(err);
    int rc = open_side(&sides->tokenizers.source, &sides->from, &sides->from_cutter, model->source,
                       from, err);
    if (rc == 0)
        rc = open_side(&sides->tokenizers.target, &sides->to, &sides->to_cutter, model->target, to,
                       err);
    return rc;
}

void tr_unified_sides_free(tr_unified_sides *s)
{
    if (!s) return;
    tr_tokenizer_free(s->tokenizers.source);
    tr_tokenizer_free(s->tokenizers.target);
    free(s);
}
