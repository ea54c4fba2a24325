/*
 * pipeline.h - tokenizers of Hugging Face's tokenizers library, as a tokenizer.json has them:
 * normalizers, pre-tokenizers, a model (Unigram or byte-pair encoding), decoders.
 *
 * Ids and texts are the library's, with one difference: no text is a special token, whatever it is
 * spelled like.  Behind what the steps do: https://github.com/huggingface/tokenizers.
 */
#ifndef TR_PIPELINE_H
#define TR_PIPELINE_H

#include "text/pieces.h"
#include "text/tokenizer.h"

typedef struct tr_pipeline tr_pipeline;

/* All of it must outlive the pipeline, but `rules` and `name`. */
typedef struct tr_pipeline_parts {
    const char *rules; /* [rules_len]: a tokenizer.json without vocabulary and merges, */
    size_t rules_len;  /*   but for the model's type and options */
    const char *name;  /* for messages */
    const tr_pieces *pieces;
    const tr_pieces *merges; /* "left right", by rank; NULL: none.  The model's between_merges, if
                                there is one, stands for the blank */
    const double *scores;    /* [pieces->n], of Unigram, -INFINITY of tokens beside the model's;
                                NULL: none */
} tr_pipeline_parts;

/* TR_EUNSUPPORTED for steps and models that are not known, TR_EFORMAT, TR_ENOMEM. */
int tr_pipeline_create(tr_pipeline **p, const tr_pipeline_parts *parts, tr_error *err);
void tr_pipeline_free(tr_pipeline *p); /* NULL is allowed */

/* Cuts by *p, which must outlive it. */
tr_cutter tr_pipeline_cutter(const tr_pipeline *p);

#endif
