/* bergamot.c - any bytes as a Bergamot configuration. */
#include <stdlib.h>
#include <string.h>

#include "import/marian/bergamot_names.h"
#include "translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_bergamot b;
    tr_region memory = {0};
    tr_error err;

    tr_bergamot_init(&b);
    if (!tr_bergamot_config(&b, (const char *)data, size, "d/config.yml", &memory, &err)) {
        /* Assumptions of the importer. */
        if (!b.model || !*b.model || b.beam_size > TR_MAX_BEAM || b.max_source > 65536) abort();
        if (b.lexicon && (b.choice.best < 1 || b.choice.best > TR_LEXICON_MAX_BEST)) abort();
        if (!(b.length_penalty <= 10) || !(b.max_length_factor <= 1000)) abort();
        if (tr_bergamot_pair(&b, &memory, &err) < 0) abort();
    }
    tr_region_free(&memory);
    return 0;
}
