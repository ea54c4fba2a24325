/*
 * word_class.h - what a word is: a noun, a verb, or another word, as adjectives are.
 *
 * "Order" is a noun and a verb.  The words around it tell which, and a term tells by its form what
 * it is: "Auftrag" begins with a capital, and "bestellen" ends as infinitives do.  What each
 * language has for it are facts (language_data.h).  A set has what a word may be.
 */
#ifndef TR_WORD_CLASS_H
#define TR_WORD_CLASS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

enum {
    TR_CLASS_NOUN = 1,
    TR_CLASS_VERB = 2,
    TR_CLASS_OTHER = 4,
    TR_ANY_CLASS = 7 /* nothing tells */
};

/* What a word of a sentence [len], valid UTF-8, in a language (BCP 47) may be, by the words before
 * and behind it.  It is in its own form, or in one that ends as plurals do, as "orders". */
unsigned tr_class_in_sentence(const char *language, const char *text, size_t len, tr_span word,
                              bool is_own_form);

/* True for a verb of a sentence that may be a command: no subject is before it. */
bool tr_may_be_command(const char *language, const char *text, tr_span word);

/* What a word of a translation may be, which a model made: its form tells, too. */
unsigned tr_class_in_translation(const char *language, const char *text, tr_span word);

/* What a term of a language may be by its form. */
unsigned tr_class_of_term(const char *language, const char *term);

#endif
