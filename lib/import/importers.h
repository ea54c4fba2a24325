/* importers.h - the kinds of foreign models. */
#ifndef TR_IMPORTERS_H
#define TR_IMPORTERS_H

#include "import/importer.h"

extern const tr_importer tr_argos_importer;
extern const tr_importer tr_bergamot_importer;
extern const tr_importer tr_ct2_importer;
extern const tr_importer tr_gguf_importer;
extern const tr_importer tr_hf_importer;
extern const tr_importer tr_marian_importer;
extern const tr_importer tr_opus_importer;

/* The first kind that recognises the input, or the one that the options name.  TR_EINVAL for a name
 * that is not known, TR_EUNSUPPORTED when nobody recognises the input; TR_EIO, TR_ENOMEM, and what
 * is wrong with a directory or an archive that cannot be opened. */
int tr_importer_find(const tr_importer **importer, tr_import *im, tr_error *err);

#endif
