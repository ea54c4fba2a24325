/*
 * ct2_network.h - the Transformer in CTranslate2's arrays (TransformerEncoder and -Decoder of
 * src/layers/transformer.cc of CTranslate2 4.8), for a model file.
 */
#ifndef TR_CT2_NETWORK_H
#define TR_CT2_NETWORK_H

#include "import/ct2/ct2_model.h"
#include "import/shared/importer.h"

/* True if it is a Transformer for translation, by what it says it is.  TR_EUNSUPPORTED,
 * TR_EVERSION. */
int tr_ct2_check_spec(const tr_ct2_model *m, tr_error *err);

/* True if a zero vector stands in place of the token before the first. */
bool tr_ct2_starts_from_zero(const tr_ct2_model *m);

/* Fills in the sizes and the arithmetic of im->config, which knows already what stands around
 * texts, and the tensors, whose parts are variables of `m`.  Other networks are refused by what
 * they have more.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_ct2_add_network(tr_import *im, const tr_ct2_model *m, tr_error *err);

#endif
