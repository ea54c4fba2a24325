/* special_tokens.h - the tokens that a session puts before and after every text: special tokens,
 * and tokens of the languages that the user chose. */
#ifndef TR_SPECIAL_TOKENS_H
#define TR_SPECIAL_TOKENS_H

#include "model/nmt.h"
#include "text/tokenizer.h"

typedef struct tr_special_tokens {
    int32_t before[TR_SOURCE_PREFIX_MOST + 1], after[2]; /* of the source's ids */
    size_t n_before, n_after;
    int32_t first; /* the token that every translation has to begin with; -1: none */

    char source_language[64], target_language[64]; /* BCP 47; "" when it is not known */
    const char *source_code, *target_code; /* of the model's languages that were chosen, or "" */
    bool source_spaces, target_spaces;     /* between the words of each */
    char prefix[256];                      /* text to be put before the source's; "" for none */
} tr_special_tokens;

/* `source` and `target` are languages as users name them; NULL stands for the model's own language,
 * or its only one.  A source that is no text may bring its own prefix: then none is put before it,
 * unless a language was named.  TR_EINVAL for a language that the model does not have, or that it
 * needs and was not given. */
int tr_special_tokens_init(tr_special_tokens *f, const tr_nmt *m, const char *source,
                           const char *target, bool is_text, tr_error *err);

/* The tokens of f->prefix, as the source's tokenizer cuts it. */
int tr_special_tokens_cut_prefix(tr_special_tokens *f, const tr_nmt *m, const tr_tokenizer *source,
                                 tr_error *err);

#endif
