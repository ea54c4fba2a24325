/* fairseq_stack.h - layers as fairseq names them, and Hugging Face after it. */
#ifndef TR_FAIRSEQ_STACK_H
#define TR_FAIRSEQ_STACK_H

#include "import/shared/foreign.h"

/* After encoder.layers.0. and the like. */
extern const tr_tensor_naming tr_fairseq_naming;

/* Adds the encoder or the decoder, whose names begin with `prefix`, with norms of the embeddings
 * and of the output where the network has them. */
void tr_fairseq_add_stack(tr_tensor_builder *b, const char *prefix, bool decoder,
                          bool embedding_norm, bool output_norm);

#endif
