/* bind.h - between the two halves of opening a model: its numbers, and its tensors. */
#ifndef TR_BIND_H
#define TR_BIND_H

#include "model/nmt.h"

/* Binds every tensor of m->file, whose numbers are in place already.  TR_EFORMAT names the tensor
 * that is missing, wrong or unknown.  What was allocated until a failure is tr_nmt_close()'s to
 * free. */
int tr_nmt_bind(tr_nmt *m, tr_error *err);

#endif
