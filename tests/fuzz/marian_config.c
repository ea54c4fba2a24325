/* marian_config.c - any bytes as a special:model.yml. */
#include <stdlib.h>

#include "import/marian/marian_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_config m = {0};
    tr_marian_config c;
    tr_error err;

    if (tr_marian_config_read(&m, &c, (const char *)data, size, "fuzz.npz", &err) < 0) return 0;
    /* Assumptions of the importer. */
    if (m.d_model % m.heads || m.d_model % 2 || m.d_model < 4 || !m.encoder_ffn || !m.decoder_ffn)
        abort();
    if (!m.n_encoder_layers || m.n_decoder_layers > TR_MARIAN_MAX_DEPTH) abort();
    for (uint32_t i = 0; i < m.n_decoder_layers; i++)
        if (!c.layer[i] || c.layer[i] > m.n_decoder_layers) abort();
    return 0;
}
