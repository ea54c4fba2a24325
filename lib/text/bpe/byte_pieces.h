/*
 * byte_pieces.h - each byte of a text is a piece, <0x00> to <0xFF>, as ByT5 has it.
 */
#ifndef TR_BYTE_PIECES_H
#define TR_BYTE_PIECES_H

#include "text/tokenizer.h"

/* Cuts text into its bytes; the span of each is its whole character.  Bytes that are no UTF-8
 * together are left out of a text. */
extern const tr_cutter tr_byte_pieces_cutter;

/* The piece of a byte. */
typedef struct tr_byte_piece {
    char text[8];
} tr_byte_piece;
tr_byte_piece tr_byte_piece_of(unsigned char byte);

#endif
