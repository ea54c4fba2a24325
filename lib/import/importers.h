/* importers.h - the kinds of foreign models. */
#ifndef TR_IMPORTERS_H
#define TR_IMPORTERS_H

#include "import/comet/comet.h"
#include "import/ct2/ct2.h"
#include "import/fairseq/fairseq.h"
#include "import/hf/hf.h"
#include "import/marian/marian.h"

/* The first kind that recognises the input, or the one that the options name.  TR_EINVAL for a name
 * that is not known, TR_EUNSUPPORTED when nobody recognises the input; TR_EIO, TR_ENOMEM, and what
 * is wrong with a directory or an archive that cannot be opened. */
int tr_importer_find(const tr_importer **importer, tr_import *im, tr_error *err);

#endif
