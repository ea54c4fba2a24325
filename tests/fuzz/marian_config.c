/* marian_config.c - any bytes as a special:model.yml. */
#include <stdlib.h>

#include "import/marian_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_marian_config c;
    tr_error err;

    if (tr_marian_config_read(&c, (const char *)data, size, "fuzz.npz", &err) < 0) return 0;
    /* What the importer takes for granted. */
    if (c.dim % c.heads || c.dim % 2 || c.dim < 4 || !c.encoder_ffn || !c.decoder_ffn) abort();
    if (!c.encoder_depth || c.decoder_depth > TR_MARIAN_MAX_DEPTH) abort();
    for (uint32_t i = 0; i < c.decoder_depth; i++)
        if (!c.layer[i] || c.layer[i] > c.decoder_depth) abort();
    return 0;
}
