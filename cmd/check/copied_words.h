/*
 * copied_words.h - words of a source that stand in the translation as they are, and should not.
 *
 * A word that both languages have, as "normal", or a name has to stay.  What has not: by itself the
 * model would translate it, and in its place it would rather say another one.
 */
#ifndef COPIED_WORDS_H
#define COPIED_WORDS_H

#include "check/sentence_pairs.h"

typedef struct copied_words copied_words;

/* `session` translates and scores with `model`, which made the translations.  Both must outlive it.
 */
copied_words *copied_words_open(tr_session *session, const tr_model *model);
void copied_words_close(copied_words *c); /* NULL is allowed */

/* Adds what is untranslated of sentences [n].  An error of tr_translate() or tr_score_batch(). */
int copied_words_find(copied_words *c, const sentence_pair *sentences, size_t n, tr_error *err);

#endif
