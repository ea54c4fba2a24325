/*
 * subword.h - subword units: what SentencePiece does with text, for the models that most people
 * have.
 *
 * SentencePiece takes tens of milliseconds to build its search structures for a vocabulary of 32
 * 000 pieces; a tr_subword takes a few.  The ids and texts equal SentencePiece 0.1.97's, byte for
 * byte (tests/golden/spm_ids.c).  A model that asks for anything rare is not supported here.
 * Unigram: Kudo 2018, by the best path.  BPE: Sennrich et al. 2016, by scores.
 */
#ifndef TR_SUBWORD_H
#define TR_SUBWORD_H

#include <stdbool.h>

#include "base/buf.h"
#include "text/spm_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_subword tr_subword;

/* `model` may be one that was not read as a whole; it and its bytes must outlive the result.  NULL
 * when it asks for what is not supported, or memory runs out. */
tr_subword *tr_subword_create(const tr_spm_model *model);
void tr_subword_free(tr_subword *s); /* NULL is allowed */

/* As the functions of such names in spm.h. */
const char *tr_subword_piece(const tr_subword *s, int32_t id);
int32_t tr_subword_id(const tr_subword *s, const char *piece, size_t len);
int32_t tr_subword_unk(const tr_subword *s);
int32_t tr_subword_eos(const tr_subword *s);

/* Appends nothing: *ids are the ids of valid UTF-8 text, grown as tr_reserve() does.  False when it
 * cannot be done here: a damaged table of rules, a text of more than a megabyte, no memory. */
bool tr_subword_encode(const tr_subword *s, const char *text, size_t len, int32_t **ids,
                       size_t *capacity, size_t *n);

/* Appends the text of ids [n], which are in range.  False out of memory. */
bool tr_subword_decode(const tr_subword *s, const int32_t *ids, size_t n, tr_buf *out);

#ifdef __cplusplus
}
#endif
#endif
