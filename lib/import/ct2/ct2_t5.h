/* ct2_t5.h - T5 and MADLAD-400 in CTranslate2's arrays. */
#ifndef TR_CT2_T5_H
#define TR_CT2_T5_H

#include "import/ct2/ct2_others.h"
#include "import/shared/t5_network.h"

/* True for a network with biases by distance whose norms have no offset. */
bool tr_ct2_is_t5(const tr_ct2_model *m);

/* The sizes of such a network that its tables do not tell, for im->config and *c.  TR_EFORMAT,
 * TR_EUNSUPPORTED. */
void tr_ct2_t5_sizes(tr_ct2_builder *b, tr_t5_config *c);

/* Names of its variables; `source`: the table of the encoder. */
tr_t5_names tr_ct2_t5_names(const tr_config *m, const char *source);

#endif
