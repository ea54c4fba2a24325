/* gguf_pieces.h - the vocabulary of llama.cpp's files as a SentencePiece model. */
#ifndef TR_GGUF_PIECES_H
#define TR_GGUF_PIECES_H

#include "formats/gguf.h"
#include "import/shared/importer.h"

/* Sets im->source to a SentencePiece model of the file's pieces, scores, kinds and rules, which the
 * keys tokenizer.ggml.* have.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_gguf_read_pieces(tr_import *im, const tr_gguf *g, tr_error *err);

#endif
