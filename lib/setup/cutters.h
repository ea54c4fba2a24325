/* cutters.h - what cuts text into the pieces of a vocabulary where SentencePiece does not. */
#ifndef TR_CUTTERS_H
#define TR_CUTTERS_H

#include "model/nmt.h"
#include "text/bpe/byte_bpe.h"
#include "text/bpe/byte_pieces.h"
#include "text/bpe/word_bpe.h"
#include "text/pipeline/pipeline.h"

/* Of one side.  Made of {0}; it stays where it is while a tokenizer uses it. */
typedef struct tr_side_cutter {
    tr_pieces pairs;
    tr_byte_bpe bytes;
    tr_word_bpe words;
    tr_pipeline *pipeline;
    double *scores;   /* of its pieces, or NULL */
    tr_cutter cutter; /* cut NULL: the model has none */
} tr_side_cutter;

/* Reads the merges or the rules of a side (TR_SOURCE, TR_TARGET) if the model has such.  `pieces`
 * are the side's, and outlive *c.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM; *c is to be closed in
 * any case. */
int tr_cutter_open(tr_side_cutter *c, const tr_nmt *m, int side, const tr_pieces *pieces,
                   tr_error *err);
void tr_cutter_close(tr_side_cutter *c);

#endif
