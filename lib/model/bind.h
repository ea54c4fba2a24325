/* bind.h - between the two halves of opening a model: its numbers, and its tensors. */
#ifndef TR_BIND_H
#define TR_BIND_H

#include "model/nmt.h"

/* Which embeddings share one table. */
enum tr_ties {
    TR_TIES_ALL,    /* source, target and output */
    TR_TIES_TARGET, /* target and output */
    TR_TIES_NONE
};

/* Binds every tensor of m->file, whose numbers are in place already; `spm`: the tokenizer is
 * SentencePiece.  TR_EFORMAT names the tensor that is missing, wrong or unknown.  What was
 * allocated until a failure is tr_nmt_close()'s to free. */
int tr_nmt_bind(tr_nmt *m, int ties, bool spm, tr_error *err);

#endif
