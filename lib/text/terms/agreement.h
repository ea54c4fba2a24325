/*
 * agreement.h - a noun in the place of another one, and the words around it that agree with it.
 *
 * The facts of a language (language_data.h) tell how.  Cases: the determiner
 * and the adjectives before it, by the cases that they and a preposition leave open, and the forms
 * of the noun itself.  Determiners of genders: the determiners, and adjectives on both sides.
 * Articles by sound: a, an.  In other languages the noun alone is put.
 */
#ifndef TR_AGREEMENT_H
#define TR_AGREEMENT_H

#include "text/terms/variants.h"

/* Adds all ways to put the noun at `place` of a text [len] in a language (BCP 47), valid UTF-8; the
 * likeliest one comes first.  Which of them is right is for a model to say. */
void tr_agree(const char *language, const char *text, size_t len, tr_span place,
              const tr_noun *noun, tr_variants *out);

#endif
