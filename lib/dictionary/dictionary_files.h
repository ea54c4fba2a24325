/* dictionary_files.h - the files of a dictionary: which they are, and what format they have. */
#ifndef TR_DICTIONARY_FILES_H
#define TR_DICTIONARY_FILES_H

#include "dictionary/dictionary_format.h"

/* Opens the files of d->path, and sets the format, the text of the words, and the digest.  What was
 * opened is the caller's, also after an error. */
int tr_dictionary_files_open(tr_dictionary *d, const char *path, tr_error *err);
void tr_dictionary_files_close(tr_dictionary *d);

#endif
