/*
 * make_hf.h - small Hugging Face directories for tests, from transformers' names: any member of a
 * JSON file and any tensor can be changed.
 */
#ifndef MAKE_HF_H
#define MAKE_HF_H

#include <math.h>
#include <stdbool.h>

#include "make_safetensors.h"
#include "spm_proto.h"
#include "unit/scratch.h"

enum { HF_DIM = 4, HF_FFN = 6, HF_MAX_MEMBERS = 40 };

/* A JSON object, member by member; values are JSON. */
typedef struct hf_json {
    const char *key[HF_MAX_MEMBERS], *value[HF_MAX_MEMBERS];
    size_t n;
} hf_json;

/* Sets a member; a value of NULL takes it out. */
void hf_set(hf_json *j, const char *key, const char *value);
void hf_write_json(scratch *s, const char *name, const hf_json *j);
void hf_write_text(scratch *s, const char *name, const char *text);

/* Contents of a directory. */
typedef struct hf_maker {
    scratch dir;
    hf_json config;
    size_t vocab, positions;       /* positions: rows of learned tables, or 0 */
    bool top_norm, embedding_norm; /* tensors that the family has */
    const char *prefix;            /* of names */
    const char *table;             /* name of the embeddings after the prefix */
    const char *left_out;          /* the tensor of this name, with its prefix, is not there */
    const char *not_a_number;      /* this one has a NaN */
    const char *zero_end;          /* these end in zeros */
    bool bias;                     /* final_logits_bias */
    safetensors_maker tensors;     /* may hold more, added before hf_write() */
} hf_maker;

/* Numbers that tell which tensor and element they are. */
void hf_add(hf_maker *m, const char *name, size_t rows, size_t columns);

/* model_type, and what else differs: BART as it comes, without a tokenizer. */
void hf_open(hf_maker *m, const char *model_type);

/* Writes config.json and model.safetensors; may be called again. */
void hf_write(hf_maker *m);
void hf_close(hf_maker *m);

/* A SentencePiece model: <unk>, <s> and </s>, U+2581, and a to h. */
void hf_write_spm(scratch *s, const char *name);

#endif
