/*
 * uncovered.h - words and things of a text with characters that the vocabulary lacks (coverage.h).
 *
 * So they are in scripts of which the model knows no letter, have U+FFFD, or raised and lowered
 * digits, fractions or ™, of which normalizers make others.  So do letters in another form, as in
 * xᵢ and 𝑓(𝑥), but for words of prose: ﬁnd, 𝐍𝐨𝐭𝐞.  Signs and marks that mean something, as in 5 <
 * 6, {1, 2} and 5‰, are held where the model cannot even spell them.
 */
#ifndef TR_UNCOVERED_H
#define TR_UNCOVERED_H

#include "base/span.h"
#include "input/coverage.h"

/* A search.  Stretches that were looked at are not looked at again for each of their characters. */
typedef struct tr_uncovered {
    tr_coverage *coverage;
    tr_chunks *chunks;
    const char *text;
    size_t at, begin, end; /* it goes on at `at`; words may begin at `begin` or later */
    size_t known_until;    /* the model knows letters of the far words before this byte, */
    size_t letters_until;  /*   and the stretch before this one is letters alone */
    bool all_wide, all_wide_known;
    tr_error *err;
} tr_uncovered;

/* Begins in a gap of a text, valid UTF-8, in which there is no placeable. */
void tr_uncovered_begin(tr_uncovered *s, tr_coverage *coverage, tr_chunks *chunks, const char *text,
                        tr_span gap);

/* Finds the next one; it is empty when there is none.  Overwrites the ids of the chunks. TR_ENOMEM,
 * and what tr_tokenizer_encode() returns. */
int tr_uncovered_next(tr_uncovered *s, tr_span *found, tr_error *err);

#endif
