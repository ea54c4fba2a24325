/* codes.h - subword-nmt's and fastBPE's lists of merges, and what cuts the words for them. */
#ifndef TR_CODES_H
#define TR_CODES_H

#include "import/shared/importer.h"

/* The codes in a file of the bundle cut the words of one side into the pieces of v->text.  Words
 * are what stands between blanks, unless tr_import_use_moses() is called, too.  A list without a
 * version and without counts is of subword-nmt's version 0.1; both sides must be of one kind.
 * TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_import_map_codes(tr_import *im, tr_import_vocab *v, const char *name, tr_error *err);

/* Moses cuts the words, by rules of im->config's languages, and joins them: hyphens within words
 * are words (tokenizer.perl -a), and marks are written as in XML.  `punctuation`: it is normalized
 * before. */
void tr_import_use_moses(tr_import *im, bool punctuation);

#endif
