/*
 * oracle.h - a model's logits of the next word, asked for one prefix after the other.
 *
 * Nothing is kept between two questions but the encoded source: the decoder takes all its steps
 * from the beginning, one row at a time, and all words are computed.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "network/decoder.h"
#include "network/encoder.h"
#include "setup/special_tokens.h"
#include "translate.h"

typedef struct oracle {
    const tr_nmt *m;
    tr_special_tokens special;
    tr_arena arena;
    tr_compute compute;
    tr_kvcache cache;
    size_t n_source; /* ids that are encoded */
} oracle;

/* `cpu` NULL: the best.  False if the model cannot be used. */
bool oracle_open(oracle *o, const tr_model *model, const char *cpu, int precision);
void oracle_close(oracle *o);

/* Reads a source: ids [n] of its text. */
void oracle_read(oracle *o, const int32_t *ids, size_t n);

/* logits [target_vocab] after ids [n]; the token that a model forces first is not among them. */
void oracle_ask(oracle *o, const int32_t *ids, size_t n, float *logits);

#endif
