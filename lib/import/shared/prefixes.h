/* prefixes.h - languages that a text names at its beginning: <2de>. */
#ifndef TR_PREFIXES_H
#define TR_PREFIXES_H

#include "import/shared/importer.h"

/* Gives the network the languages that pieces text [n] of its vocabulary name as <2de>: returns 1,
 * or 0 where there are none.  im->source has a path.  TR_ENOMEM. */
int tr_import_find_prefixes(tr_import *im, const char *const *text, size_t n, tr_error *err);

/* A text begins with im->config.source_prefix, for the languages that im->config has; they are
 * told. */
void tr_import_use_prefix(tr_import *im);

#endif
