/* changed_model.h - models with something wrong: a good one is copied, and one thing changed. */
#ifndef CHANGED_MODEL_H
#define CHANGED_MODEL_H

#include "make/make_model.h"
#include "unit/scratch.h"

typedef struct change {
    const char
        *key; /* its new value is `text`, `number`, `real`, `texts` or `numbers`, by `type`; */
    int type; /*   -1 drops it; for arrays the type of the elements */
    const char *text;
    uint32_t number;
    float real;
    const char *const *texts; /* [n] */
    const uint32_t *numbers;  /* [n] */
    size_t n;
    const char *tensor; /* takes another shape or type, all its data zero; n_dims 0 drops it */
    int tensor_type;
    unsigned n_dims;
    uint64_t dims[TR_GGUF_MAX_DIMS];
} change;

void copy_changed(const char *from, const char *to, const change *c);

/* Copies good.gguf, which model_file.h makes, with the change; what opening the copy says. */
int open_changed(scratch *s, const change *c, tr_error *err);

/* A model of three languages, with everything that may surround a text. */
model_spec language_spec(void);

#endif
