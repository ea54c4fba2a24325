/* model_file.h - model files: written from parameters, and read into them. */
#ifndef TR_MODEL_FILE_H
#define TR_MODEL_FILE_H

#include "formats/gguf_write.h"
#include "model/nmt.h"
#include "train/network/parameters.h"

/* Metadata of a model file.  Nothing is owned. */
typedef struct tr_model_about {
    const char *name, *license, *origin;           /* NULL: left out */
    const char *source_language, *target_language; /* BCP 47 */
    uint32_t max_source, max_target;               /* pieces */
    uint32_t beam_size;
    int penalty; /* enum tr_penalty */
    float length_penalty;
    float max_length_factor;   /* 0: none */
    const char *normalization; /* of text before the tokenizer, as in normalize.h; NULL: none */
    const int32_t *suppressed; /* [n_suppressed] target ids that are never produced */
    size_t n_suppressed;
    const void *spm; /* a SentencePiece model of both sides */
    size_t spm_size;
    void (*put_more)(void *ctx, tr_gguf_writer *w); /* more keys, or NULL */
    void *ctx;
} tr_model_about;

/* Writes the weights w, a block of *p, as int8 or float32; where p has adapters, a block of their
 * factors, which are merged into its matrices.  `positions` [n_positions, d_model], or
 * NULL if they are learned.  The file appears when it is complete.  TR_EIO, TR_ENOMEM. */
int tr_model_file_write(const char *path, const tr_parameters *p, const float *w,
                        const float *positions, const tr_model_about *about, bool int8,
                        tr_error *err);

/* The shape of a model, if it can be trained.  TR_EUNSUPPORTED names what cannot: networks of T5's
 * kind, metrics, models without a tokenizer. */
int tr_model_file_shape(const tr_nmt *m, tr_shape *shape, tr_error *err);

enum { TR_NARROW_IDS = 65536 }; /* pieces whose ids have 16 bits */

/* True if the model has what tr_model_file_write() cannot write, as special tokens and other
 * vocabularies: what is learnt of it goes to tr_model_file_rewrite(). */
bool tr_model_file_rewrites(const tr_nmt *m);

/* Copies its weights, int8 ones widened, to parameters of that shape and to their average, if any.
 * The model's table of learned positions may have more rows. */
void tr_model_file_read(const tr_nmt *m, tr_parameters *p);

/* The same weights where they are, for parameters that do not keep their layers' matrices.  The
 * model has to live as long. */
tr_weight_source tr_model_file_source(const tr_nmt *m);

#endif
