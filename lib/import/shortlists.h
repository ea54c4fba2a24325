/* shortlists.h - the lexical shortlist of a foreign model: read by its vocabularies, stored. */
#ifndef TR_SHORTLISTS_H
#define TR_SHORTLISTS_H

#include "import/shared/importer.h"

/* Reads the lexicon, if there is one, by the vocabularies, and adds its tensors. */
int tr_import_add_lexicon(tr_import *im, tr_error *err);

#endif
