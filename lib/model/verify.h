/* verify.h - what opening a model leaves out because it takes time. */
#ifndef TR_VERIFY_H
#define TR_VERIFY_H

#include "model/nmt.h"

/* Every weight: in [-127, 127] or finite, rows' sums, zero fill, and the digest. */
int tr_nmt_verify(const tr_nmt *m, tr_error *err);

#endif
