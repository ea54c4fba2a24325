/* aligned_words.h - the words of a text and of its translation, and how much one of the translation
 * looks at the text: by attention, and by being spelled the same. */
#ifndef TR_ALIGNED_WORDS_H
#define TR_ALIGNED_WORDS_H

#include "text/marks/mark_words.h"
#include "translate.h"

typedef struct tr_aligned_words {
    const char *text; /* [len], of the source */
    size_t len;
    const tr_translation *t;
    const tr_hypothesis *h;
    tr_words source, target;
    tr_span *source_tokens, *target_tokens; /* without the blanks at their beginning */
    tr_span *tokens_of;                     /* [target.n] of the target's tokens */
    tr_span *equal_of; /* [target.n] places in `equal` of the source's words that are the same */
    size_t *equal;
    size_t n_equal, equal_capacity;
    double *columns; /* [n_source_tokens] attention that each gets from all of the target */
} tr_aligned_words;

/* For source text [len] and hypothesis `h` of its translation, which has an alignment; all are
 * kept, not copied.  False when out of memory. */
bool tr_aligned_words_make(tr_aligned_words *w, const char *text, size_t len,
                           const tr_translation *t, const tr_hypothesis *h);
void tr_aligned_words_free(tr_aligned_words *w);

/* How much word i of the target looks at source bytes [begin, end), 0 to 1. */
double tr_aligned_words_look(const tr_aligned_words *w, size_t i, size_t begin, size_t end);

/* The word of the source that is spelled as word i of the target, a name or a number; NULL if there
 * is none, or more than one. */
const tr_word *tr_aligned_words_equal(const tr_aligned_words *w, size_t i);

#endif
