/*
 * mark_places.h - where the marks of a source are in its translation, by the attention that the
 * translation paid to the source.
 *
 * A pair goes around one stretch of words: it begins with the word that looks most at the source's
 * words in the pair, and grows while that pays.  No pair is ever doubled; none is left empty but
 * the pair of an ordinal's letters where the translation has none: "21st", "21.", and pairs whose
 * words the translation lost (lost_mark.h).
 * A key stands before the letter that it stood before, at best where a word begins with it, or
 * before the first letter.
 */
#ifndef TR_MARK_PLACES_H
#define TR_MARK_PLACES_H

#include <stdbool.h>

#include "text/marks/mark.h"
#include "translate.h"

/* Bytes of the translation's text; a point's are equal. */
typedef struct tr_mark_place {
    size_t begin, end;
    bool lost; /* the translation does not say the pair's words: it is empty */
} tr_mark_place;

/* Finds the places [n_marks] of the source's marks in hypothesis `h` of its translation, which has
 * alignments and the places of its tokens.  Languages of both are in BCP 47, or NULL.  Returns 1,
 * or 0 if there is no place for a mark, or an atom is not there as often as in the source;
 * TR_ENOMEM. */
int tr_marks_place(const tr_marked_text *source, const tr_translation *t, const tr_hypothesis *h,
                   const char *const languages[2], tr_mark_place *places, tr_error *err);

/* How many of places [n] are lost; pairs within one that is lost do not count. */
size_t tr_marks_lost(const tr_marked_text *source, const tr_mark_place *places);

#endif
