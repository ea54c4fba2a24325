/*
 * byte_rules.h - pieces of single bytes spell whole characters.
 *
 * A vocabulary with pieces such as <0xE2> can spell any character, and half of one, too.  So what
 * may follow a byte is what UTF-8 has there (RFC 3629, section 4).  A sentence whose characters all
 * have pieces needs no bytes: its translation has none.
 */
#ifndef TR_BYTE_RULES_H
#define TR_BYTE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a text of pieces and bytes stands. */
enum tr_byte_state {
    TR_BETWEEN_CHARACTERS,
    TR_WITHIN_CHARACTER, /* any byte that continues a character is next */
    TR_AFTER_E0,         /* the second byte is one of a part of them */
    TR_AFTER_ED,
    TR_AFTER_F0,
    TR_AFTER_F4,
    TR_WITHOUT_BYTES, /* between characters, of which no byte may begin one */
    TR_BYTE_STATES
};

/* The state after ids [n].  bytes [target_vocab]: the value of the piece of a byte from 0x80 on, 0
 * for all other pieces. */
enum tr_byte_state tr_byte_state_of(const uint8_t *bytes, const int32_t *ids, size_t n);

/* True if a piece, of this value in `bytes`, may come next. */
bool tr_byte_may_follow(enum tr_byte_state state, uint8_t byte);

/* How many of ids [n] are left without the beginning of a character at their end. */
size_t tr_byte_whole(const uint8_t *bytes, const int32_t *ids, size_t n);

#endif
