/* spm_proto.h - SentencePiece models written by hand, good and bad ones. */
#ifndef SPM_PROTO_H
#define SPM_PROTO_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/spm.h"

enum { ALGORITHM_UNIGRAM = 1, ALGORITHM_BPE = 2 };

void put_number(tr_buf *b, unsigned field, uint64_t value);
void put_bytes(tr_buf *b, unsigned field, const void *bytes, size_t n);

/* Appends `inner` as a message and frees it. */
void put_message(tr_buf *b, unsigned field, tr_buf *inner);
void put_piece_bytes(tr_buf *b, const char *text, size_t len, float score, int kind);
void put_piece(tr_buf *b, const char *text, float score, int kind);
void put_trainer(tr_buf *b, int algorithm, bool byte_fallback);
void put_charsmap(tr_buf *b, const void *map, size_t size);
void put_u32(tr_buf *b, uint32_t value);

/* <unk> 0, <s> 1, </s> 2, then U+2581 3 and a..h 4..11, the earlier the likelier. */
void put_base(tr_buf *b);
void put_byte_pieces(tr_buf *b);

/* The model, which opens.  Closing it frees its bytes. */
tr_spm *open_good(const tr_buf *model);
void close_good(tr_spm *spm, tr_buf *model);

#endif
