/* fairseq_dict.h - dictionaries of fairseq, and the tokens of languages that its tasks add. */
#ifndef TR_FAIRSEQ_DICT_H
#define TR_FAIRSEQ_DICT_H

#include "import/fairseq/fairseq_config.h"

enum { TR_FAIRSEQ_MAX_FILE = 255 }; /* bytes of a name */

/* How many files of a folder have names that begin so and fit, and in *found the first of them in
 * the order of names. */
size_t tr_fairseq_list_files(const char *folder, const char *begin, bool (*fits)(const char *),
                             char found[TR_FAIRSEQ_MAX_FILE + 1]);

/* True for the name of a file that may be a dictionary: dict.en.txt, model_dict.128k.txt. */
bool tr_fairseq_is_dict(const char *name);

/* Reads the dictionaries that lie beside the checkpoint, in im->bundle, and what cuts text into
 * their pieces; im->config knows the numbers of ids.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED,
 * TR_ENOMEM. */
int tr_fairseq_read_dicts(const tr_fairseq_config *c, tr_import *im, tr_error *err);

#endif
