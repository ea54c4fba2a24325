/*
 * constraints.h - constraints on the words of all translations: how they begin, and words
 * that they may not have.
 */
#ifndef TR_CONSTRAINTS_H
#define TR_CONSTRAINTS_H

#include "base/error.h"
#include "base/span.h"
#include "model/nmt.h"
#include "search/constrained.h"
#include "setup/handle.h"
#include "setup/special_tokens.h"

typedef struct tr_constraints {
    const tr_tokenizer *target;
    int32_t eos;
    size_t n_hidden;              /* ids of the search that no text shows */
    bool spaces;                  /* between the words of the translation */
    struct tr_banned *words;      /* [n_words] that are not to be said */
    size_t n_words, longest;      /* bytes of the longest */
    tr_ids prefix;                /* ids that the first translation of a line begins with, */
    tr_ids spelled;               /* all ids of the user's beginning, as the vocabulary has it */
    struct tr_surface *beginning; /* and what its text begins with; NULL: nothing is wanted */
    int32_t *ids;                 /* scratch, then of `prefix` */
    uint8_t *inner; /* [target_vocab]: nonzero for tokens that continue a word; NULL: no glossary */
} tr_constraints;

/* Reads options.prefix and options.banned.  TR_EINVAL for text that is not UTF-8, TR_EUNSUPPORTED
 * for text that the vocabulary cannot spell, TR_ENOMEM. */
int tr_constraints_init(tr_constraints *w, const tr_nmt *m, const tr_tokenizers *tokenizers,
                        const tr_special_tokens *special, const tr_options *options, tr_error *err);
/* Constraints that rule out the words of a list (base/word_list.h), with the capital of a first
 * letter alone if `capitals`, else in any case.  Errors as tr_constraints_init(). */
int tr_constraints_of_list(tr_constraints *w, const tr_nmt *m, const tr_tokenizers *tokenizers,
                           const tr_special_tokens *special, const char *list, bool capitals,
                           tr_error *err);
void tr_constraints_free(tr_constraints *w);

/* True if the text and the text of the beginning are the same as far as both go. */
bool tr_constraints_begins(const tr_constraints *w, const struct tr_surface *s);

/* True if a word that is ruled out ends after byte `before`. */
bool tr_constraints_banned(const tr_constraints *w, const struct tr_surface *s, size_t before);

#endif
