/*
 * pronouns.h - pronouns whose gender the sentences before decide: "it" is "er", "sie" or "es".
 *
 * Words: `pronouns` of language_data.h.  Which gender is right is told by a model
 * (session/context.h).
 */
#ifndef TR_PRONOUNS_H
#define TR_PRONOUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "language/language_data.h"
#include "text/words/small_word.h"
#include "translate.h"

enum { TR_MOST_PRONOUNS = 3, TR_MOST_PRONOUN_TEXTS = 24 };

/* Pronouns of one gender for the places of a translation's own. */
typedef struct tr_pronoun_variant {
    int gender;                          /* 0 masculine, 1 feminine, 2 neuter */
    const char *words[TR_MOST_PRONOUNS]; /* [n] of the pronouns, in small letters, */
    size_t word_lens[TR_MOST_PRONOUNS];  /*   and their bytes */
} tr_pronoun_variant;

/* The pronouns of a sentence's translation, and all that may stand for them. */
typedef struct tr_pronouns {
    tr_span at[TR_MOST_PRONOUNS]; /* [n] in the translation, in order */
    size_t n;
    tr_pronoun_variant
        variants[TR_MOST_PRONOUN_TEXTS]; /* [n_variants]; none is the translation itself */
    size_t n_variants;
} tr_pronouns;

/* True if pronouns of translations may have another gender than a sentence alone tells. */
bool tr_pronouns_can_differ(const tr_language *from, const tr_language *to);

/* True if a sentence's pronouns may get another gender in its translation: both are valid UTF-8.
 * So they all mean one thing, which the sentence does not name before them, and the translation
 * has a pronoun for each. */
bool tr_pronouns_find(tr_pronouns *p, const tr_language *from, const tr_language *to,
                      tr_string source, tr_string translation);

/* Pronoun k as a variant has it: with a capital where the translation has one. */
void tr_pronouns_add_word(const tr_pronouns *p, const tr_pronoun_variant *v, size_t k,
                          const char *translation, tr_buf *out);

/* Appends the translation [len] with a variant's pronouns. */
void tr_pronouns_add(const tr_pronouns *p, const tr_pronoun_variant *v, const char *translation,
                     size_t len, tr_buf *out);

/* Appends a sentence as it goes on behind a dash: a small word that it begins with has no capital.
 */
void tr_pronouns_add_clause(const tr_language *language, const char *text, size_t len, tr_buf *out);

#endif
