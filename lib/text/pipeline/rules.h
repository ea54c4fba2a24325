/* rules.h - the steps that a tokenizer.json names. */
#ifndef TR_RULES_H
#define TR_RULES_H

#include <cjson/cJSON.h>

#include "text/pipeline/decoders.h"
#include "text/pipeline/steps.h"

typedef struct tr_rules {
    tr_step_list normalizers, pre_tokenizers;
    tr_decoder *decoders; /* [n_decoders] */
    size_t n_decoders, decoders_capacity;
    tr_region memory;
    bool spells_bytes; /* pieces are spelled by ByteLevel's characters */
} tr_rules;

/* From the members normalizer, pre_tokenizer and decoder.  `name` is for messages.  TR_EUNSUPPORTED
 * for what is not known, TR_EFORMAT, TR_ENOMEM; *r is to be freed in any case. */
int tr_rules_read(tr_rules *r, const cJSON *json, const char *name, tr_error *err);
void tr_rules_free(tr_rules *r);

#endif
