/*
 * nmt.h - a translation network as a file describes it: its numbers and its tensors.
 *
 * Everything that can be wrong with a model file is found here, once, when it is opened.  Code
 * that gets a tr_nmt may trust every pointer, shape and id in it.
 * translate-model(5) describes the keys and the names of tensors.
 */
#ifndef TR_NMT_H
#define TR_NMT_H

#include <stdbool.h>

#include "formats/gguf.h"
#include "model/config.h"
#include "model/quality.h"
#include "model/weights.h"

typedef struct tr_nmt {
    tr_gguf file;
    tr_region memory; /* of what is not in the file as it is needed */
    tr_config config;
    tr_weights weights;
    tr_quality quality;

    /* The pieces of a tokenizer whose ids are not SentencePiece's, or NULL; interpreted by the text
     * layer. */
    /* Arrays of at most as many strings as there are ids; NULL: the pieces are SentencePiece's.
     * What the strings are is not checked. */
    const tr_gguf_value *source_pieces, *target_pieces;
    /* The merges of a tokenizer that has such, by rank; one for both where the file has one. */
    const tr_gguf_value *source_merges, *target_merges;
    /* Of a tokenizer.json: its rules, a text, and its pieces' scores, as many float64 as there are
     * source_pieces, NULL for none. */
    const tr_gguf_value *rules, *scores;
} tr_nmt;

/* True if the network takes and gives text; else ids alone: tokenizer.kind = none. */
static inline bool tr_nmt_has_tokenizer(const tr_nmt *m)
{
    return m->config.tokenizer != TR_TOKENIZER_NONE;
}

/* Maps and checks the file; the time it takes does not grow with the weights. */
int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err);
void tr_nmt_close(tr_nmt *m);

/* TR_EFORMAT when the file was written to since it was opened: its weights are no longer one
 * network's.  It takes one call of the system; any thread may ask. */
int tr_nmt_check_unchanged(const tr_nmt *m, tr_error *err);

#endif
