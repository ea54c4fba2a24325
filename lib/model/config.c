#include "model/config.h"

void tr_config_init(tr_config *c)
{
    *c = (tr_config){.source_eos = true,
                     .source_eos_id = -1,
                     .source_unk_id = -1,
                     .source_bos_id = -1,
                     .start_id = -1,
                     .forced_first = -1,
                     .alignment_layer = -1,
                     .alignment_heads = 1,
                     .shortlist_first = -1,
                     .length_penalty = -1};
}
