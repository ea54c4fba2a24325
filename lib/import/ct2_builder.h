/*
 * ct2_builder.h - taking the variables of a CTranslate2 model one by one, and knowing what is left.
 */
#ifndef TR_CT2_BUILDER_H
#define TR_CT2_BUILDER_H

#include "import/ct2_model.h"
#include "import/importer.h"

#define TR_CT2_ZERO_START "decoder/start_from_zero_embedding"

/* Steps behind a failure do nothing, so that lists of variables read plainly. */
typedef struct tr_ct2_builder {
    tr_import *im;
    const tr_ct2_model *model;
    bool *used; /* [model->n_variables] */
    tr_error *err;
    int rc;
} tr_ct2_builder;

/* Fails for the variable `name`, unless something has failed already. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tr_ct2_refuse(tr_ct2_builder *b, int code, const char *name, const char *fmt, ...);

/* A variable, which is used then; NULL when there is none. */
const tr_ct2_variable *tr_ct2_take(tr_ct2_builder *b, const char *name);

/* The number that a variable is, or `otherwise` where the model says nothing. */
double tr_ct2_attribute(tr_ct2_builder *b, const char *name, double otherwise);

/* Variables that belong to other networks than those that are supported; those that say that
 * nothing is to be done are used then.  Needs the number and the size of the heads. */
void tr_ct2_refuse_others(tr_ct2_builder *b);

/* What nobody has used. */
void tr_ct2_refuse_unused(tr_ct2_builder *b);

#endif
