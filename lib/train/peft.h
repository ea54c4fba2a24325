/*
 * peft.h - adapters as PEFT keeps them, so that programs of Hugging Face's transformers load them
 * beside the base: adapter_config.json and adapter_model.safetensors in a folder.
 *
 * Matrices have the names of Marian, M2M-100, NLLB, BART and FSMT.  Source:
 * https://huggingface.co/docs/peft/developer_guides/checkpoint
 */
#ifndef TR_PEFT_H
#define TR_PEFT_H

#include "train/network/adapters.h"

/* Writes both files to `folder`, which is made if it is not there.  w is a block of the adapters'
 * factors, for network p; `base` is what the base is called, or NULL.  TR_EIO, TR_ENOMEM. */
int tr_peft_write(const char *folder, const tr_parameters *p, const float *w, const char *base,
                  tr_error *err);

#endif
