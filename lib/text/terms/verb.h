/*
 * verb.h - a verb in the place of another one, in the form that the other one has.
 *
 * The ending of the other word tells the form, and the facts of a language how another verb has it
 * (tr_verbs in language_data.h).  What they do not tell is not put.
 */
#ifndef TR_VERB_H
#define TR_VERB_H

#include "text/terms/variants.h"

/* Adds the verb, noun->singular, in all forms that it may have at `place` of a text [len]. */
void tr_conjugate(const char *language, const char *text, size_t len, tr_span place,
                  const tr_noun *verb, tr_variants *out);

/* Finds forms of a verb, an infinitive of one word, in text [len].  at [most].  Returns how many,
 * or -1 out of memory. */
ptrdiff_t tr_verb_find(const char *language, const char *infinitive, const char *text, size_t len,
                       tr_span *at, size_t most);

#endif
