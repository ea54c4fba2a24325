/* marian.h - Marian's `type: transformer`. */
#ifndef TR_MARIAN_H
#define TR_MARIAN_H

#include "import/shared/importer.h"

extern const tr_importer tr_bergamot_importer;
extern const tr_importer tr_marian_importer;
extern const tr_importer tr_opus_importer;

/* Bytes of Marian's, which live as long, as part of a model of any kind that has them: fills in
 * the network and the tensors.  `path` is for messages. */
int tr_import_marian_bytes(tr_import *im, const unsigned char *data, size_t size, const char *path,
                           tr_error *err);

#endif
