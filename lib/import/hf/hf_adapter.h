/* hf_adapter.h - adapters of PEFT (LoRA): what training has added to a model of Hugging Face's. */
#ifndef TR_HF_ADAPTER_H
#define TR_HF_ADAPTER_H

#include "formats/arrays.h"
#include "import/shared/importer.h"

/* Merges the adapter that the options name, or that lies beside the model, into im->foreign: its
 * matrices are added as they are read, arrays that it has whole take the places of the model's.
 * 0 where there is none.  *arrays is its file, to be closed after im->foreign's last use, in any
 * case.  TR_EUNSUPPORTED for other kinds of adapters, TR_EFORMAT where it does not fit the model,
 * TR_EIO, TR_ENOMEM. */
int tr_hf_adapter_merge(tr_import *im, tr_arrays *arrays, tr_error *err);

#endif
