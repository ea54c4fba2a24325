/* parameter_count.h - how many numbers a network has learnt. */
#ifndef TR_PARAMETER_COUNT_H
#define TR_PARAMETER_COUNT_H

#include "model/nmt.h"

/* Elements of all weights, biases and norms, shared ones counted once; neither position tables nor
 * the zeros that fill packed blocks. */
uint64_t tr_nmt_count_parameters(const tr_nmt *m);

#endif
