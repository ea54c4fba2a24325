/* setup.h - the setup that all lines of a session share; it does not change once it is made. */
#ifndef TR_SETUP_H
#define TR_SETUP_H

#include "setup/constraints.h"
#include "setup/handle.h"
#include "setup/special_tokens.h"
#include "setup/unified_sides.h"
#include "text/patterns.h"

typedef struct tr_setup {
    const tr_nmt *m;
    const tr_tokenizers *tokenizers;
    tr_unified_sides *unified; /* has the tokenizers; NULL: the model has them */
    const uint8_t *bytes;      /* tr_model_bytes() */
    tr_options options;
    bool is_text; /* comes in and goes out: no ids, no pieces */
    tr_special_tokens special;
    tr_constraints constraints;
    tr_constraints formal, informal; /* rule out words of this way to address; no words: the target
                                        language has one way */
    tr_patterns *kept;               /* what stays as it is; NULL: nothing that the user names */
} tr_setup;

/* Checks the options, chooses the languages and loads the tokenizers.  The model must outlive the
 * setup; the strings of the options need not.  Errors as tr_session_create(). */
int tr_setup_init(tr_setup *s, const tr_model *model, const tr_options *options, tr_error *err);
void tr_setup_free(tr_setup *s); /* one that is all zero, too */

#endif
