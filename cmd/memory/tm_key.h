/* tm_key.h - the key of a translation memory: all that decides a translation besides its source:
 * the same key, the same translation. */
#ifndef TM_KEY_H
#define TM_KEY_H

#include "translate.h"

/* The digest of a model: SHA-256 of all that its file says before the tensors' data, of which it
 * has the digest.  64 digits, which the caller frees. */
char *tm_key_model(const tr_model *model);

/* The versions of the program and of what cuts its text, and all options that change translations,
 * as text that the caller frees.  `dictionary`: the digest of one that words are taken from,
 * or NULL. */
char *tm_key_options(const tr_model *model, const tr_options *options, const char *dictionary);

/* The language that counts: the one that was chosen, else the model's own. */
const char *tm_key_language(const char *chosen, const char *own);

#endif
