/* t5.h - T5, mT5, umT5 and MADLAD-400 in Hugging Face directories. */
#ifndef TR_T5_H
#define TR_T5_H

#include "import/shared/importer.h"

/* 1 if config.json says that the model is one of them, else 0.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_t5_is(tr_import *im, tr_error *err);

/* True for a model_type of such a model. */
bool tr_t5_is_family(const char *model_type);

/* Describes such a model, whose weights im->foreign has.  TR_EIO,
 * TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_t5_describe(tr_import *im, tr_error *err);

#endif
