/*
 * torch.h - files of PyTorch's torch.save(): pytorch_model.bin, .pt, .pth, .ckpt.
 *
 * The form of today is a zip archive of a pickle, data.pkl, and a member for each storage; the
 * older one has five pickles and the storages after each other.  The pickle is read as dead data
 * (pickle.h).  The weights are in the dictionary that it holds, or of its member state_dict or
 * model.
 */
#ifndef TR_TORCH_H
#define TR_TORCH_H

#include "formats/arrays.h"

extern const tr_arrays_format tr_torch;

#endif
