/*
 * make_ct2_model.h - writes small CTranslate2 directories: Transformers whose numbers follow from
 * the names of their variables, with config.json and vocabularies.
 */
#ifndef MAKE_CT2_MODEL_H
#define MAKE_CT2_MODEL_H

#include "make_ct2.h"
#include "make_marian.h"

typedef struct ct2_spec {
    int version;
    uint32_t revision;
    const char *spec;
    uint32_t d, heads, encoder_layers, decoder_layers, encoder_ffn, decoder_ffn;
    uint32_t source_vocab, target_vocab;
    int type;         /* of weights; norms, biases and positions are floats of the same width */
    const char *ties; /* "all", "target" or "none" */
    bool post_norm, embedding_norms, zero_start, no_bias;
    int activation;
    uint32_t positions, target_positions; /* rows of stored tables; 0: computed, and the same */
    const char *config;                   /* NULL: ct2_config; "": no such file */
    const char *source, *target;          /* lists of tokens in .txt files; NULL: ct2_tokens */
    const char *without;                  /* a variable that is left out */
    const char *wrong;                    /* a variable whose first element is not a number */
    void (*more)(ct2_maker *m);           /* adds what it likes */
} ct2_spec;

extern const ct2_spec ct2_small;

/* In [-1, 1), in 64ths: every type that is not int8 holds it exactly. */
float ct2_value(const char *name, size_t i);
int8_t ct2_s8(const char *name, size_t i);

/* Not a power of two: its inverse is rounded. */
float ct2_scale(size_t row);

/* Divisor of int16 values. */
enum { CT2_S16_SCALE = 512 };

/* The bytes of model.bin; the caller frees them. */
void make_ct2_model(ct2_maker *m, const ct2_spec *s);

/* The files of a directory one by one: `write` gets the name, and the bytes. */
void make_ct2_files(const ct2_spec *s,
                    void (*write)(void *ctx, const char *name, const void *bytes, size_t n),
                    void *ctx);

#endif
