/* merge_list.h - the merges of byte-pair encoding, as files have them. */
#ifndef TR_MERGE_LIST_H
#define TR_MERGE_LIST_H

#include "import/shared/importer.h"

/* Reads a list of merges, one a line, the first to be joined first: two symbols, and a count that
 * is left out if there is one; the first line may be "#version: 0.2".  v->merges_form says which.
 * Files are GPT-2's merges.txt, subword-nmt's codes, fastBPE's bpecodes.  `path` is for messages.
 * TR_EFORMAT, TR_ENOMEM. */
int tr_import_read_merges(tr_import *im, tr_import_vocab *v, const char *path, const tr_file *file,
                          tr_error *err);

/* Reads the merges of a file of the bundle. */
int tr_import_map_merges(tr_import *im, tr_import_vocab *v, const char *name, tr_error *err);

#endif
