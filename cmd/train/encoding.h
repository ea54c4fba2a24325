/* encoding.h - text as a model reads it: cut by the model's tokenizer, amid special tokens and
 * tokens of languages. */
#ifndef ENCODING_H
#define ENCODING_H

#include "setup/setup.h"

typedef struct encoding {
    tr_model *model; /* NULL: not open */
    tr_setup setup;
} encoding;

/* Opens the model of a path.  Languages as users name them, NULL: the model's own or only one.
 * TR_EINVAL for one that the model has not, or needs and was not given. */
int encoding_open(encoding *e, const char *path, const char *source, const char *target,
                  tr_error *err);
void encoding_close(encoding *e);

/* A tr_bitext_tokens.encode, whose ctx is an encoding. */
int encoding_encode(void *ctx, int side, const char *text, size_t len, int32_t **ids,
                    size_t *capacity, size_t *n, tr_error *err);

#endif
