/* fairseq_network.h - the network of fairseq's transformers. */
#ifndef TR_FAIRSEQ_NETWORK_H
#define TR_FAIRSEQ_NETWORK_H

#include "formats/arrays.h"
#include "import/fairseq/fairseq_config.h"

/* The arrays of the file as im->foreign, by the names that fairseq of today gives them: old files
 * have others, and keys, queries and values in one.  Layers that were left out are left out.
 * TR_EFORMAT, TR_ENOMEM. */
int tr_fairseq_list_arrays(tr_import *im, const tr_fairseq_config *c, const tr_arrays *file,
                           tr_error *err);

/* The rows of the embeddings, as im->config's numbers of ids.  TR_EFORMAT. */
int tr_fairseq_count_ids(tr_import *im, const tr_fairseq_config *c, tr_error *err);

/* Lists the network's tensors and the arrays that they are made of.  TR_EFORMAT for what is
 * missing, of another shape, or left over; TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_fairseq_add_tensors(tr_import *im, const tr_fairseq_config *c, tr_error *err);

#endif
