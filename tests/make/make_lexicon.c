#include "make_lexicon.h"

#include <string.h>

static const uint64_t lexicon_magic = UINT64_C(0xF11A48D5013417F5);

static void put_integer(tr_buf *b, uint64_t x, size_t width)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < width; i++)
        bytes[i] = (unsigned char)(x >> 8 * i);
    tr_buf_add(b, bytes, width);
}

/* Of whole words of eight bytes. */
static uint64_t lexicon_checksum(const void *bytes, size_t size)
{
    uint64_t seed = 0, word;
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, (const char *)bytes + i, sizeof word);
        seed ^= word + 0x9e3779b9 + (seed << 6) + (seed >> 2);
    }
    return seed;
}

tr_buf lexicon_seal(const void *body, size_t size)
{
    tr_buf b = {0};
    put_integer(&b, lexicon_magic, 8);
    put_integer(&b, lexicon_checksum(body, size), 8);
    tr_buf_add(&b, body, size);
    return b;
}

tr_buf make_lexicon(const lexicon_spec *s)
{
    tr_buf body = {0};
    put_integer(&body, s->first, 8);
    put_integer(&body, s->best, 8);
    put_integer(&body, s->claimed_offsets ? s->claimed_offsets : s->n_offsets, 8);
    put_integer(&body, s->claimed_ids ? s->claimed_ids : s->n_ids, 8);
    for (size_t i = 0; i < s->n_offsets; i++)
        put_integer(&body, s->offset[i], 8);
    for (size_t i = 0; i < s->n_ids; i++)
        put_integer(&body, s->id[i], 4);
    tr_buf b = lexicon_seal(body.data, body.len);
    tr_buf_free(&body);
    return b;
}
