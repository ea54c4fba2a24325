/* ct2_others.h - what CTranslate2's models may have beside arrays of the networks that we know. */
#ifndef TR_CT2_OTHERS_H
#define TR_CT2_OTHERS_H

#include "import/ct2/ct2_model.h"
#include "import/shared/foreign.h"

#define TR_CT2_ZERO_START "decoder/start_from_zero_embedding"

typedef struct tr_ct2_builder {
    tr_tensor_builder b;
    const tr_ct2_model *model;
    bool is_t5; /* ct2_t5.h */
} tr_ct2_builder;

/* The number that a variable is, or `otherwise` where the model says nothing. */
double tr_ct2_attribute(tr_ct2_builder *b, const char *name, double otherwise);

/* Fails for variables that belong to other networks; variables that say that nothing is to be done
 * are used then.  Needs the number and the size of the heads. */
void tr_ct2_refuse_others(tr_ct2_builder *b);

/* Variables that somebody else reads are used. */
void tr_ct2_pass_over(const tr_ct2_builder *b);

#endif
