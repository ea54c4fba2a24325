/* ct2.h - CTranslate2's directories, by themselves or as part of a package. */
#ifndef TR_CT2_H
#define TR_CT2_H

#include "import/shared/importer.h"

extern const tr_importer tr_argos_importer;
extern const tr_importer tr_ct2_importer;

/* SentencePiece models of both sides, by their names in a bundle; target NULL: the source's. */
typedef struct tr_ct2_tokenizer {
    const char *source, *target;
} tr_ct2_tokenizer;

/* Describes the model in `folder` of im->bundle, "" or a name that ends in a slash: network,
 * tensors, vocabularies.  The tokenizer is the first of the list, which ends in a NULL source,
 * that the bundle has; without any, the model takes and gives pieces. */
int tr_import_ct2(tr_import *im, const char *folder, const tr_ct2_tokenizer *tokenizers,
                  tr_error *err);

#endif
