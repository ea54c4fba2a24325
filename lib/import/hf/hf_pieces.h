/* hf_pieces.h - the piece of every id of a Hugging Face model. */
#ifndef TR_HF_PIECES_H
#define TR_HF_PIECES_H

#include "import/shared/importer.h"

/* The pieces of one side, by id. */
typedef struct tr_hf_pieces {
    tr_import *im;     /* whose memory holds all of it */
    const char *path;  /* for messages */
    const char **text; /* [capacity]; NULL where there is none */
    size_t n;          /* ids up to the last that has one */
    size_t capacity;   /* the vocabulary's size */
} tr_hf_pieces;

/* Room for `vocab` pieces. */
int tr_hf_create_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, tr_error *err);

/* From an object of pieces and their ids (vocab.json) in the file `name` of im->bundle. */
int tr_hf_read_json_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const char *name,
                           tr_error *err);

/* From a SentencePiece model, as fairseq counts: four ids of its own, and then the model's pieces
 * without its first three. */
int tr_hf_read_fairseq_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const char *name,
                              tr_error *err);

/* tr_hf_read_fairseq_pieces() of a file that is mapped; `path` is for messages, and lives as long
 * as *im. */
int tr_hf_take_fairseq_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const tr_file *file,
                              const char *path, tr_error *err);

/* TR_EFORMAT for an id that another piece has, or that the vocabulary does not. */
int tr_hf_set_piece(tr_hf_pieces *p, uint64_t id, const char *text, tr_error *err);

/* -1 when there is none; for a few look-ups. */
int32_t tr_hf_find_piece(const tr_hf_pieces *p, const char *text);

/* Gives ids without a piece a name, and marks them in suppressed [capacity] unless it is NULL. */
int tr_hf_fill_gaps(tr_hf_pieces *p, bool *suppressed, tr_error *err);

#endif
