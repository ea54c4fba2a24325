/* added.h - tokens that a tokenizer has beside its model's: text that is spelled like one is it. */
#ifndef TR_ADDED_H
#define TR_ADDED_H

#include "base/error.h"
#include "text/pieces.h"
#include "text/pipeline/aligned.h"
#include "text/prefix_tree.h"

typedef struct tr_added_token {
    const char *text;
    int32_t id;
    bool single_word; /* only where no word goes on before or behind it */
    bool left, right; /* white space before, behind it is part of it */
} tr_added_token;

typedef struct tr_added_tokens {
    tr_added_token *list; /* [n] */
    size_t n;
    tr_pieces texts; /* of tokens list [texts.n]; the first of two that are spelled alike counts */
    tr_prefix_tree tree;
} tr_added_tokens;

/* Builds the tree of list [n]; it is moved together.  False out of memory. */
bool tr_added_tokens_finish(tr_added_tokens *t);
void tr_added_tokens_free(tr_added_tokens *t); /* the list is not theirs */

/* Cuts tokens out of the parts of *in, the longest first. */
int tr_added_tokens_split(const tr_added_tokens *t, const tr_aligned *in, tr_aligned *out,
                          tr_error *err);

#endif
