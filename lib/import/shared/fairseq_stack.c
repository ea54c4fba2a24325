#include "import/shared/fairseq_stack.h"

#include <inttypes.h>

const tr_tensor_naming tr_fairseq_naming = {
    .weight = "weight",
    .bias = "bias",
    .gain = "weight",
    .shift = "bias",
    .layer = {{TR_ATTN_QKV, {"self_attn.q_proj.*", "self_attn.k_proj.*", "self_attn.v_proj.*"}},
              {TR_ATTN_OUT, {"self_attn.out_proj.*"}},
              {TR_CROSS_ATTN_Q, {"encoder_attn.q_proj.*"}},
              {TR_CROSS_ATTN_KV, {"encoder_attn.k_proj.*", "encoder_attn.v_proj.*"}},
              {TR_CROSS_ATTN_OUT, {"encoder_attn.out_proj.*"}},
              {TR_FFN_UP, {"fc1.*"}},
              {TR_FFN_DOWN, {"fc2.*"}},
              {TR_ATTN_NORM, {"self_attn_layer_norm.*"}},
              {TR_CROSS_ATTN_NORM, {"encoder_attn_layer_norm.*"}},
              {TR_FFN_NORM, {"final_layer_norm.*"}}},
};

void tr_fairseq_add_stack(tr_tensor_builder *b, const char *prefix, bool decoder,
                          bool embedding_norm, bool output_norm)
{
    const tr_config *c = &b->im->config;
    const char *ours = decoder ? "dec" : "enc";
    const tr_import_name theirs = tr_import_named("%s%s", prefix, decoder ? "decoder" : "encoder");
    const uint32_t depth = decoder ? c->n_decoder_layers : c->n_encoder_layers;

    if (embedding_norm)
        tr_tensor_builder_add_norm(b, tr_import_named("%s.embd_norm", ours).text,
                                   tr_import_named("%s.layernorm_embedding.*", theirs.text).text);
    for (uint32_t i = 0; i < depth; i++)
        tr_tensor_builder_add_layer(b, decoder, tr_import_named("%s.blk.%" PRIu32, ours, i).text,
                                    tr_import_named("%s.layers.%" PRIu32 ".", theirs.text, i).text);
    if (output_norm)
        tr_tensor_builder_add_norm(b, tr_import_named("%s.output_norm", ours).text,
                                   tr_import_named("%s.layer_norm.*", theirs.text).text);
}
