/*
 * make_lexicon.h - a binary shortlist, byte by byte, with one thing wrong if asked.
 *
 * Layout and checksum are those of Marian's src/data/shortlist.cpp (BinaryShortlistGenerator).
 */
#ifndef MAKE_LEXICON_H
#define MAKE_LEXICON_H

#include <stdint.h>
#include <string.h>

#include "base/buf.h"

static const uint64_t lexicon_magic = UINT64_C(0xF11A48D5013417F5);

static inline void put_number(tr_buf *b, uint64_t x, size_t width)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < width; i++)
        bytes[i] = (unsigned char)(x >> 8 * i);
    tr_buf_add(b, bytes, width);
}

/* Of whole words of eight bytes. */
static inline uint64_t lexicon_checksum(const void *bytes, size_t size)
{
    uint64_t seed = 0, word;
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, (const char *)bytes + i, sizeof word);
        seed ^= word + 0x9e3779b9 + (seed << 6) + (seed >> 2);
    }
    return seed;
}

/* Puts magic and checksum in front of what is in `body`, from the number of first words on. */
static inline tr_buf lexicon_seal(const void *body, size_t size)
{
    tr_buf b = {0};
    put_number(&b, lexicon_magic, 8);
    put_number(&b, lexicon_checksum(body, size), 8);
    tr_buf_add(&b, body, size);
    return b;
}

typedef struct lexicon_spec {
    uint64_t first, best;
    const uint64_t *offset; /* [n_offsets] */
    size_t n_offsets;
    const uint32_t *id; /* [n_ids] */
    size_t n_ids;
    uint64_t claimed_offsets, claimed_ids; /* in the header; 0: as many as there are */
} lexicon_spec;

static inline tr_buf make_lexicon(const lexicon_spec *s)
{
    tr_buf body = {0};
    put_number(&body, s->first, 8);
    put_number(&body, s->best, 8);
    put_number(&body, s->claimed_offsets ? s->claimed_offsets : s->n_offsets, 8);
    put_number(&body, s->claimed_ids ? s->claimed_ids : s->n_ids, 8);
    for (size_t i = 0; i < s->n_offsets; i++)
        put_number(&body, s->offset[i], 8);
    for (size_t i = 0; i < s->n_ids; i++)
        put_number(&body, s->id[i], 4);
    tr_buf b = lexicon_seal(body.data, body.len);
    tr_buf_free(&body);
    return b;
}

#endif
