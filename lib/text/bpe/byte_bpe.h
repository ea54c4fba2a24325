/*
 * byte_bpe.h - byte-level BPE, as GPT-2 has it: text is cut into words by kinds of characters, a
 * word's bytes are spelled as characters that can be seen, which merges join.
 */
#ifndef TR_BYTE_BPE_H
#define TR_BYTE_BPE_H

#include "text/merges.h"
#include "text/tokenizer.h"

typedef struct tr_byte_bpe {
    tr_merges merges;
    bool blank_first; /* a blank is put before a text that has none there */
} tr_byte_bpe;

/* Cuts by *b, which must outlive it. */
tr_cutter tr_byte_bpe_cutter(const tr_byte_bpe *b);

/* The character that spells a byte. */
int32_t tr_byte_bpe_character(unsigned char byte);

/* What a piece of such characters spells, as tr_cutter's `spell`. */
size_t tr_byte_bpe_spell(const char *piece, char *out);

/* True if each character of the piece is a byte. */
bool tr_byte_bpe_is_spelled(const char *piece);

#endif
