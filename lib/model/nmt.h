/*
 * nmt.h - a translation network as a file describes it: its numbers and its tensors.
 *
 * Everything that can be wrong with a model file is found here, once, when it is opened.  Code
 * that gets a tr_nmt may trust every pointer, shape and id in it.
 * The keys and tensor names are those of translate-model(5).
 */
#ifndef TR_NMT_H
#define TR_NMT_H

#include <stdbool.h>

#include "formats/gguf.h"
#include "model/config.h"
#include "model/weights.h"

/* The lists of a lexical shortlist: for each source id, the target ids that it is often translated
 * by. */
typedef struct tr_lexicon {
    const int32_t *offset; /* [source_vocab + 1]; NULL: there is none */
    const int32_t *id;     /* the list of source id s: id[offset[s]] up to id[offset[s + 1]] */
} tr_lexicon;

typedef struct tr_nmt {
    tr_gguf file;
    tr_region memory; /* of what is not in the file as it is needed */
    tr_config config;
    tr_weights weights;
    tr_lexicon lexicon; /* its shortlist, if it has one */

    /* The tokenizer's material; interpreted by the text layer. */
    const void *source_spm, *target_spm; /* SentencePiece models; NULL: none */
    size_t source_spm_size, target_spm_size;
    /* Arrays of at most as many strings as there are ids; NULL: the pieces are SentencePiece's.
     * What the strings are is not checked. */
    const tr_gguf_value *source_pieces, *target_pieces;
} tr_nmt;

/* Whether the network takes and gives text; else ids alone: tokenizer.kind = none. */
static inline bool tr_nmt_has_tokenizer(const tr_nmt *m)
{
    return m->config.tokenizer != TR_TOKENIZER_NONE;
}

/* Maps and checks the file; the time it takes does not grow with the weights. */
int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err);
void tr_nmt_close(tr_nmt *m);

/* Every weight: in [-127, 127] or finite, rows' sums, zero fill, and the digest. */
int tr_nmt_verify(const tr_nmt *m, tr_error *err);

#endif
