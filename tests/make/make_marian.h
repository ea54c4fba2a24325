/*
 * make_marian.h - writes small Marian models: .npz or .bin files of parameters whose values follow
 * from their names, and a vocabulary.
 */
#ifndef MAKE_MARIAN_H
#define MAKE_MARIAN_H

#include <math.h>

#include "make_bin.h"
#include "make_npz.h"
#include "spm_proto.h"
#include "unit/scratch.h"

enum marian_form { MARIAN_NPZ, MARIAN_BIN, MARIAN_INTGEMM8, MARIAN_INTGEMM16 };

typedef struct marian_spec {
    int form; /* enum marian_form */
    bool ssru;
    size_t d, heads, encoder_layers, decoder_layers, ffn, decoder_ffn;
    size_t source_vocab, target_vocab, learned_positions;
    const char *pre, *post, *top, *embedding, *activation, *version;
    const char *source_table, *target_table, *output; /* names; NULL: shared or tied */
    bool legacy_output;                               /* the output matrix is [d, vocab] */
    bool no_output_bias;
    size_t stored_decoder_layers; /* with tied layers; 0 = all */
    const char *options;          /* more lines of special:model.yml */
    const char *without;          /* a parameter that is left out */
    const char *wrong;            /* a parameter whose first element is not a number */
    const char *huge;             /* one whose elements are as large as floats can be */
    const char *more;             /* a parameter that nothing asks for */
} marian_spec;

extern const marian_spec marian_small;

/* Element `i` of a parameter: in [-1, 1), different for every name (FNV-1a). */
float marian_value(const char *name, size_t i);

/* Scale of the weights of a matrix of n elements. */
float marian_factor(int form, const char *name, size_t n);

void write_marian(const char *path, const marian_spec *s);

/* `n` pieces: </s> 0, <unk> 1 (or the other way round), the blank, and letters. */
void write_vocab(const char *path, size_t n, bool swapped);

#endif
