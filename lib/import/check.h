/* check.h - a check of a written file: it must read as convert meant it. */
#ifndef TR_CHECK_H
#define TR_CHECK_H

#include "import/shared/importer.h"

/* Opens the file at `path` as any reader does and holds it against what was meant: the network,
 * every byte of its tensors, the ids of every piece of the vocabularies; and translates a line.
 * It is the last part of the work, from `done` on.  TR_EFORMAT, TR_EIO, TR_ENUMERIC, TR_ESTOPPED,
 * TR_ENOMEM. */
int tr_convert_check(const tr_import *im, const char *path, double done, tr_error *err);

#endif
