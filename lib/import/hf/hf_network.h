/* hf_network.h - the networks of MarianMT, M2M100, NLLB-200, mBART and BART. */
#ifndef TR_HF_NETWORK_H
#define TR_HF_NETWORK_H

#include "formats/arrays.h"
#include "import/hf/hf_config.h"

/* The arrays of the file as im->foreign.  TR_EFORMAT, TR_ENOMEM. */
int tr_hf_list_arrays(tr_import *im, const tr_arrays *file, tr_error *err);

/* Lists the network's tensors and the arrays that they are made of.  TR_EFORMAT for what is
 * missing, of another shape, or left over; TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_hf_add_tensors(tr_import *im, const tr_hf_config *c, const tr_arrays *file, tr_error *err);

#endif
