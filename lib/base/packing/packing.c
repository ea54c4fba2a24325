#include "base/packing/packing.h"

#include <string.h>
#include <strings.h>

static const tr_coder *const coders[] = {
    [TR_PACKED_GZIP] = &tr_coder_gzip,
    [TR_PACKED_XZ] = &tr_coder_xz,
    [TR_PACKED_ZSTD] = &tr_coder_zstd,
};
enum { N_CODERS = sizeof coders / sizeof *coders };

const tr_coder *tr_packing_coder(tr_packing how)
{
    return coders[how];
}

tr_packing tr_packing_of_bytes(const void *bytes, size_t n)
{
    for (size_t i = TR_PACKED_GZIP; i < N_CODERS; i++) {
        const size_t len = strlen(coders[i]->magic);
        if (n >= len && !memcmp(bytes, coders[i]->magic, len)) return (tr_packing)i;
    }
    return TR_PACKED_NOT;
}

tr_packing tr_packing_of_name(const char *name)
{
    const char *const point = strrchr(name, '.');

    for (size_t i = TR_PACKED_GZIP; point && i < N_CODERS; i++)
        if (!strcasecmp(point, coders[i]->ending)) return (tr_packing)i;
    return TR_PACKED_NOT;
}

size_t tr_packing_stem(const char *name)
{
    const tr_packing how = tr_packing_of_name(name);
    return strlen(name) - (how ? strlen(coders[how]->ending) : 0);
}

const char *tr_packing_word(tr_packing how)
{
    return how ? coders[how]->word : "plain";
}

bool tr_packing_is_built(tr_packing how)
{
    return !how || coders[how]->begin_unpacking;
}
