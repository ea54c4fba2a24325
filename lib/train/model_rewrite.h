/* model_rewrite.h - a model file written anew with other numbers in some of its tensors: its keys,
 * its tokenizer and all else stay. */
#ifndef TR_MODEL_REWRITE_H
#define TR_MODEL_REWRITE_H

#include "train/model_file.h"

/* What is learnt of a model. */
typedef struct tr_tensor_source {
    /* The numbers of the tensor `name`, rows of outputs [n_out, n_in], n_in 1 of a vector, which
     * have to live until the next call.  NULL: the file's numbers stay as they are.  A matrix of a
     * layer without a bias is asked for one, too. */
    const float *(*rows)(void *ctx, const char *name, size_t n_out, size_t n_in);
    void *ctx;
} tr_tensor_source;

/* Writes *original to `path`, with matrices as int8 or float32.  Of *about, what is not NULL among
 * name, licence, origin and languages takes the place of the original's, and put_more adds keys;
 * nothing else is read.  Keys about the original's training and its quality are left out.  The file
 * appears when it is complete.  TR_EIO, TR_ENOMEM. */
int tr_model_file_rewrite(const char *path, const tr_nmt *original, const tr_tensor_source *source,
                          const tr_model_about *about, bool int8, tr_error *err);

/* Numbers w, a block of *p or of the factors of its adapters, as a source; both have to live as
 * long.  A table of learned positions may have fewer rows than the file's, whose other rows stay.
 */
typedef struct tr_parameter_source {
    const tr_parameters *p;
    const float *w;
    const tr_nmt *original;
    float *room; /* for such a table, or for a matrix that *p reads */
} tr_parameter_source;

/* TR_ENOMEM. */
int tr_parameter_source_open(tr_parameter_source *s, const tr_parameters *p, const float *w,
                             const tr_nmt *original, tr_error *err);
tr_tensor_source tr_parameter_source_of(tr_parameter_source *s);
void tr_parameter_source_close(tr_parameter_source *s);

#endif
