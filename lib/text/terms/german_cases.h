/* german_cases.h - cases and genders that German determiners and adjectives tell by their endings.
 */
#ifndef TR_GERMAN_CASES_H
#define TR_GERMAN_CASES_H

#include <stdbool.h>
#include <stddef.h>

enum { TR_NOMINATIVE, TR_ACCUSATIVE, TR_DATIVE, TR_GENITIVE, TR_N_CASES };
enum { TR_MASCULINE, TR_FEMININE, TR_NEUTER, TR_PLURAL, TR_N_COLUMNS };

/* Endings by case and column. */
typedef const char *const tr_endings[TR_N_CASES][TR_N_COLUMNS];

/* Of adjectives without a determiner. */
extern tr_endings tr_german_strong;

/* Sets of a case and a column: bits 4 * case + column. */
enum { TR_ALL_FORMS = 0xFFFF, TR_SINGULARS = 0x7777, TR_PLURALS = 0x8888 };

/* The forms that have this ending [len]; all forms of a case. */
unsigned tr_german_forms(tr_endings t, const char *ending, size_t len);
unsigned tr_german_case(size_t kase);

typedef struct tr_german_determiner {
    const char *preposition; /* of a contraction; or NULL */
    const char *stem;        /* "" for the article */
    const char *const (*endings)[TR_N_COLUMNS];
    const char *const (*adjective)[TR_N_COLUMNS]; /* how adjectives behind it end */
    unsigned bits;                                /* the forms that it may have */
} tr_german_determiner;

/* The determiner that a word in small letters is; false if it is none. */
bool tr_german_determiner_find(const char *word, tr_german_determiner *d);

/* The contraction of a preposition and an article, or NULL. */
const char *tr_german_contract(const char *preposition, const char *article);

/* The forms that may stand behind a word, which may be a preposition. */
unsigned tr_german_cases_behind(const char *word);

#endif
