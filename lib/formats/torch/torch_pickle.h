/*
 * torch_pickle.h - the pickle within a file of PyTorch's: what torch.save() was given, as dead
 * data.
 *
 * It describes the tensors, whose numbers lie beside it, and holds the settings that trainers save
 * with them.
 */
#ifndef TR_TORCH_PICKLE_H
#define TR_TORCH_PICKLE_H

#include "base/file.h"
#include "formats/torch/pickle.h"
#include "formats/zip.h"

typedef struct tr_torch_pickle {
    tr_pickle pickle;            /* torch_names.h has its names */
    tr_zip zip;                  /* the form of today: an archive */
    const tr_zip_member *member; /*   and the pickle in it; NULL: the older form */
    size_t folder_len;           /* of the name of the folder that all members are in */
    unsigned char *bytes;        /* of the member */
    tr_cursor rest;              /* of the older form: what follows the pickle */
} tr_torch_pickle;

/* The bytes of *file outlive *p; `path` is for messages.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM;
 * *p is closed again on failure. */
int tr_torch_pickle_open(tr_torch_pickle *p, const tr_file *file, const char *path, tr_error *err);
void tr_torch_pickle_close(tr_torch_pickle *p);

/* The member `rest` and `key` of the archive's folder, such as "data/" and "7"; NULL when there is
 * none. */
const tr_zip_member *tr_torch_pickle_part(const tr_torch_pickle *p, const char *rest,
                                          const char *key);

#endif
