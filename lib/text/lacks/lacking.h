/*
 * lacking.h - what a translation lacks of its source that is no plain word: odd words (odd_word.h),
 * signs, brackets, rows of capitals.
 *
 * A last look, whatever kept or lost them.  Numbers are left to facts.h, which reads them in any
 * notation.
 */
#ifndef TR_LACKING_H
#define TR_LACKING_H

#include <stdbool.h>

#include "base/span.h"
#include "language/language_data.h"

enum tr_lack_kind {
    TR_LACKS_CODE, /* an odd word, or a word amid odd ones */
    TR_LACKS_SIGN  /* a sign, a bracket or a word of signs */
};

typedef struct tr_lack {
    tr_span at; /* in the source */
    enum tr_lack_kind kind;
} tr_lack;

typedef struct tr_two_texts {
    const tr_language *language; /* of the source */
    const char *source, *target; /* valid UTF-8 */
    size_t n_source, n_target;
    bool (*is_rare)(const void *ctx, const char *word,
                    size_t len); /* of letters like no word of
                                  * the source's; NULL: not known */
    const void *ctx;
} tr_two_texts;

/* Finds what the target lacks, in order: fills in list [most], and returns how many.  Of a long
 * text, the words at its beginning are looked at.  Both languages have blanks between words. -1 out
 * of memory. */
int tr_lacking_find(const tr_two_texts *texts, tr_lack *list, size_t most);

#endif
