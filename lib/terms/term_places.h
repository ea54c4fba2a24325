/*
 * term_places.h - where a translation says the terms of its sentence, and where it says another
 * word in their place.
 *
 * The alignment tells: a word belongs to a term if it comes from the term's words rather than from
 * any other word of the source.
 */
#ifndef TR_TERM_PLACES_H
#define TR_TERM_PLACES_H

#include "terms/target_words.h"

enum tr_term_state {
    TR_TERM_SAID,
    TR_TERM_OTHER,  /* another word is in its place */
    TR_TERM_FIRST,  /* the first part of a compound is */
    TR_TERM_LAST,   /* the last part is, */
    TR_TERM_WITHIN, /* or a part that is not known */
    TR_TERM_NOWHERE /* no word comes from it */
};

typedef struct tr_term_place {
    enum tr_term_state state;
    bool sure;  /* TR_TERM_SAID: its word comes from it, and no other word does */
    tr_span at; /* bytes of the text: of the word or words, or of the compound */
} tr_term_place;

typedef struct tr_term_places {
    tr_target_words words;
    tr_term_place list[TR_MOST_TERMS]; /* [terms->n] */
    size_t n_missing;                  /* that are not said, */
    size_t n_nowhere;                  /*   the ones of them that no word comes from, */
    size_t n_other; /*   and the ones of them that a word, or a part of it, stands for */
} tr_term_places;

/* Finds the places, which live as long as the region.  NULL when out of memory. */
const tr_term_places *tr_term_places_find(const tr_terms *t, const tr_term_target *target,
                                          tr_region *region);

#endif
