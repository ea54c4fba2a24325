/* torch_names.h - the names that files of weights may ask for, and what they mean. */
#ifndef TR_TORCH_NAMES_H
#define TR_TORCH_NAMES_H

#include "formats/torch/pickle.h"

enum tr_torch_meaning {
    TR_TORCH_DEAD,      /* is passed over */
    TR_TORCH_MAPPING,   /* a dictionary of a kind */
    TR_TORCH_TENSOR,    /* a call that makes a tensor of a storage */
    TR_TORCH_PARAMETER, /* one that makes a parameter of a tensor */
    TR_TORCH_STORAGES   /* from here on: a type of storage, in the order of tr_torch_types */
};

typedef struct tr_torch_type {
    const char *name; /* as safetensors has it */
    unsigned width;   /* bytes */
    int element;      /* enum tr_element_type, or -1 */
} tr_torch_type;

extern const tr_torch_type tr_torch_types[];
extern const tr_pickle_name tr_torch_names[]; /* ends with a NULL module */

#endif
