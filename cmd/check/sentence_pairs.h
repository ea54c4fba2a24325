/* sentence_pairs.h - the sentences of texts and their translations, and what a model makes of one
 * given the other. */
#ifndef SENTENCE_PAIRS_H
#define SENTENCE_PAIRS_H

#include "check/checked_pair.h"
#include "translate.h"

/* A sentence and its translation; or a text and its translation, where they have not the same
 * number of sentences. */
typedef struct sentence_pair {
    checked_pair *pair;
    tr_span source, translation; /* of the plain texts, without blanks around them */
} sentence_pair;

typedef struct sentence_pairs {
    sentence_pair *list;
    size_t n, capacity;
} sentence_pairs;

/* Appends the sentences of a pair that have letters, and are of a length that models read.
 * `languages`: of the source and of the translation. */
void sentence_pairs_add(sentence_pairs *s, checked_pair *pair, const char *const languages[2]);
void sentence_pairs_free(sentence_pairs *s);

tr_string sentence_source(const sentence_pair *s);
tr_string sentence_translation(const sentence_pair *s);

/* A text that a model has scored as a translation. */
typedef struct scored_text {
    tr_tokens *tokens;        /* their spans are of the text; NULL: it could not be scored */
    float *log_probabilities; /* [tokens->n] */
} scored_text;

scored_text scored_text_read(const tr_model *model, tr_string text, const tr_translation *result);
void scored_text_free(scored_text *s);

#endif
