/* write.h - a model file, one tensor at a time, so that memory holds little more than the largest.
 */
#ifndef TR_WRITE_H
#define TR_WRITE_H

#include "formats/gguf_write.h"
#include "import/shared/importer.h"

/* All keys that the network and the vocabularies have, and all tensors. */
void tr_import_declare(const tr_import *im, tr_gguf_writer *w);

/* The data of all tensors, after tr_gguf_begin_data(); the first `share` of the work.
 * TR_ESTOPPED, and what tr_foreign's `read` fails with. */
int tr_import_write(const tr_import *im, tr_gguf_writer *w, double share, tr_error *err);

#endif
