/* translate/context.h - pronouns of translations, by the sentences before. */
#ifndef TRANSLATE_CONTEXT_H
#define TRANSLATE_CONTEXT_H

#include "translation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sentences that came before, and their translations.  Each sentence is translated alone: "It was
 * cheap" says nothing of a lamp, and "it" may be "er", "sie" or "es" in German.  The same model
 * tells which pronoun fits: each gets a score behind the translated sentences before.  Nothing but
 * pronouns is changed. */
typedef struct tr_context tr_context;

enum { TR_MAX_CONTEXT = 10 };

/* A context of up to `n` sentences, 1 .. TR_MAX_CONTEXT, for translations of this model.  Of the
 * options, the languages, the precision and the CPU count.  Where the program knows no pronouns of
 * a language, or where verbs and adjectives change with them, all translations stay as they are.
 * One thread at a time may use it; the model must outlive it.  TR_EINVAL, and the errors of
 * tr_session_create(). */
int tr_context_create(tr_context **context, const tr_model *model, const tr_options *options, int n,
                      tr_error *err);
void tr_context_free(tr_context *context); /* NULL is allowed */

/* Forgets all sentences: another text begins. */
void tr_context_clear(tr_context *context);

/* Gives a text's translation the pronouns that fit what was there before, sentence by sentence, and
 * adds it to the context.  Texts come in order; a blank one ends the context.  *revised lives until
 * the next call; *n_changed is the number of pronouns that are others.  TR_ENOMEM. */
int tr_context_revise(tr_context *context, tr_string source, tr_string translation,
                      tr_string *revised, size_t *n_changed, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
