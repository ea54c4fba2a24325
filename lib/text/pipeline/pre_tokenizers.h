/* pre_tokenizers.h - the steps that cut a text into parts. */
#ifndef TR_PRE_TOKENIZERS_H
#define TR_PRE_TOKENIZERS_H

#include "text/pipeline/steps.h"

int tr_step_split(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                  tr_error *err);
int tr_step_metaspace(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                      tr_aligned *out, tr_error *err);
int tr_step_blank_first(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                        tr_aligned *out, tr_error *err);

#endif
