/*
 * vocab.h - vocabulary files: the pieces of a foreign model, by id.
 *
 * Forms are told by the file's name, as Marian does: .yml and .yaml, a mapping of pieces to ids;
 * .json, the same, or the pieces in order; any other name, a piece a line.
 */
#ifndef TR_VOCAB_H
#define TR_VOCAB_H

#include "base/error.h"
#include "text/pieces.h"

typedef struct tr_vocab {
    tr_pieces pieces; /* ids 0 to pieces.n - 1 */
    int32_t eos, unk; /* the ids of </s> and <unk>; -1: it has none */
} tr_vocab;

/* Bytes data [size]; `path` tells the form, and is for messages.  Every id must be given, and
 * once, every piece be UTF-8 and unlike the others.  TR_EFORMAT, TR_ENOMEM; *v is freed again on
 * failure. */
int tr_vocab_read(tr_vocab *v, const char *path, const unsigned char *data, size_t size,
                  tr_error *err);
void tr_vocab_free(tr_vocab *v);

#endif
