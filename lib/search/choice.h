/*
 * choice.h - a choice among given translations, which the search goes along all at once.
 *
 * They share their steps as far as they begin alike, and what they share is computed once.  Each is
 * done with the score that it has; nothing else is looked for.
 */
#ifndef TR_CHOICE_H
#define TR_CHOICE_H

#include "base/span.h"
#include "search/logits.h"

enum { TR_MOST_CHOICES = TR_MOST_WANTED - 1 };

typedef struct tr_choice {
    const tr_ids *list; /* [n], n <= TR_MOST_CHOICES and no more than places; all differ, and end in
                           </s> */
    size_t n;
} tr_choice;

/* The ids that come after before [n_before] in the translations that begin with it:
 * next [TR_MOST_CHOICES], each once.  Returns how many. */
size_t tr_choice_next(const tr_choice *c, const int32_t *before, size_t n_before, int32_t *next);

#endif
