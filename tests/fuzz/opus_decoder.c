/* opus_decoder.c - any bytes as a decoder.yml. */
#include <stdlib.h>
#include <string.h>

#include "import/opus_decoder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_opus_decoder d;
    tr_error err;

    if (tr_opus_decoder_read(&d, (const char *)data, size, "fuzz", &err) < 0) return 0;
    /* What the importer takes for granted. */
    if (!*d.model || !*d.source_vocab || !*d.target_vocab) abort();
    if (strchr(d.model, '/') || strchr(d.source_vocab, '/') || strchr(d.target_vocab, '/')) abort();
    if (d.beam_size > TR_MAX_BEAM) abort();
    if (!(d.length_penalty >= -1 && d.length_penalty <= 1000)) abort();
    return 0;
}
