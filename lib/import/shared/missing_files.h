/* missing_files.h - what a folder or an archive lacks to be another engine's model. */
#ifndef TR_MISSING_FILES_H
#define TR_MISSING_FILES_H

#include "formats/bundle.h"

/* TR_EUNSUPPORTED, after a sentence that names what is missing, or what in it is to be named
 * instead, if *b is nearly a model; else 0.  TR_EIO, TR_ENOMEM where it cannot be known. */
int tr_missing_files_refuse(tr_bundle *b, tr_error *err);

/* Refuses a file of weights, whose name in the directory is `weights`, beside which no config.json
 * describes them; 0 where one does. */
int tr_missing_files_refuse_weights(const tr_bundle *b, const char *weights, tr_error *err);

#endif
