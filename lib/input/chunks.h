/*
 * chunks.h - chunks of a text: as much as the model reads at once.
 *
 * A text of more tokens than the model reads is cut after a clause mark or a blank
 * (tr_clause_cut).  For example, a model that reads 4 tokens takes "one, two three four five" as
 * "one," and "two three four five".
 */
#ifndef TR_CHUNKS_H
#define TR_CHUNKS_H

#include "text/tokenizer.h"

/* Cuts texts, one at a time; all zero but the first two at the start. */
typedef struct tr_chunks {
    const tr_tokenizer *tokenizer;
    size_t max_tokens; /* that the model reads at once */
    int32_t *ids;      /* of the chunk found last */
    size_t ids_capacity;
    tr_spm_piece_span *pieces; /* scratch */
    size_t pieces_capacity;
} tr_chunks;

void tr_chunks_free(tr_chunks *p);

/* Bytes of text [len] without the blanks at its end. */
size_t tr_without_final_blanks(const char *text, size_t len);

/* Finds the first chunk of text [len], valid UTF-8: all of it where the model reads that much.
 * *chunk receives its bytes, with the blanks after it; p->ids [*n] are its tokens.  *chunk = 0: the
 * model cannot even read one character.  TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_chunks_first(tr_chunks *p, const char *text, size_t len, size_t *chunk, size_t *n,
                    tr_error *err);

#endif
