/*
 * terms.h - the terms of a glossary that a sentence has.
 *
 * Each occurrence is a term of its own.  A translation says a term where it has the glossary's
 * words in any form (glossary.h).
 */
#ifndef TR_TERMS_H
#define TR_TERMS_H

#include "base/region.h"
#include "base/span.h"
#include "setup/setup.h"
#include "text/terms/agreement.h"
#include "text/terms/glossary.h"

enum { TR_MOST_TERMS = 64 }; /* of a sentence; later ones are not looked at */

/* One occurrence. */
typedef struct tr_sentence_term {
    tr_term term;     /* what is kept has its own text as its target */
    size_t same;      /* the first occurrence of the same term */
    tr_span words;    /* of the source's words */
    tr_noun noun;     /* what a translation is to say */
    unsigned classes; /* what it may be (word_class.h) */
} tr_sentence_term;

typedef struct tr_terms {
    const char *source_language, *target_language;
    const tr_tokenizer *target;
    int32_t eos;
    tr_sentence_term list[TR_MOST_TERMS]; /* [n] */
    size_t n;
    const char *text;     /* of the source, in which its words are; */
    const tr_span *words; /*   [n_words], of letters and digits */
    size_t n_words;
    const int32_t *word_of; /* [n_tokens], of the source's tokens; -1: of none */
    size_t n_tokens;
} tr_terms;

/* A sentence in which terms are looked for. */
typedef struct tr_term_source {
    const char *text;    /* [len], of which the tokens are */
    const char *written; /* [len], the same as the user wrote it, and without placeholders */
    size_t len, n_tokens;
    bool capitals; /* it is in capitals, the text is not; and so will be its translation */
} tr_term_source;

/* The terms of a sentence; *terms is NULL when there are none.  They live as long as the region and
 * the text.  TR_ENOMEM, and what tr_tokenizer_encode_spans() returns. */
int tr_terms_create(const tr_terms **terms, tr_region *region, const tr_setup *setup,
                    const tr_term_source *source, tr_error *err);

/* The ids of a text [len] of the target language that begins where a word does, which live as long
 * as the region; n = 0 if the vocabulary cannot spell it.  TR_ENOMEM, and what
 * tr_tokenizer_encode() returns. */
int tr_terms_encode(const tr_terms *t, tr_region *region, const char *text, size_t len, tr_ids *ids,
                    tr_error *err);

#endif
