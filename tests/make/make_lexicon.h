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

/* Puts magic and checksum in front of what is in `body`, from the number of first words on. */
tr_buf lexicon_seal(const void *body, size_t size);

typedef struct lexicon_spec {
    uint64_t first, best;
    const uint64_t *offset; /* [n_offsets] */
    size_t n_offsets;
    const uint32_t *id; /* [n_ids] */
    size_t n_ids;
    uint64_t claimed_offsets, claimed_ids; /* in the header; 0: as many as there are */
} lexicon_spec;

tr_buf make_lexicon(const lexicon_spec *s);

#endif
