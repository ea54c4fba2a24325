/* comet_network.h - the network of a COMET, by its tensors. */
#ifndef TR_COMET_NETWORK_H
#define TR_COMET_NETWORK_H

#include "formats/arrays.h"
#include "import/comet/comet_hparams.h"

/* im->foreign of the checkpoint's arrays, and the sizes in im->config that they tell.  TR_EFORMAT,
 * TR_ENOMEM. */
int tr_comet_list_arrays(tr_import *im, const tr_arrays *file, tr_error *err);

/* Lists the network's tensors and the arrays that they are made of.  TR_EFORMAT for what is
 * missing, of another shape, or left over; TR_EUNSUPPORTED, TR_ENOMEM, TR_EIO. */
int tr_comet_add_tensors(tr_import *im, const tr_comet_hparams *h, tr_error *err);

#endif
